import type { ReactNode } from "react";
import { useCommonTexts } from "../lib/texts/common-texts.ts";
import { classes } from "./classes.ts";

type Column<Row> = {
	head: string;
	cell: (row: Row) => ReactNode;
	isNumber?: boolean;
	/** on narrow screens a line of its own, without its label */
	isLine?: boolean;
	className?: string;
};

type Props<Row> = {
	label: string;
	rows: readonly Row[];
	rowId: (row: Row) => string;
	/** the first one names its row */
	columns: readonly Column<Row>[];
	/** the last cell; in the corner on narrow screens */
	menu?: (row: Row) => ReactNode;
	/** it may be wider than its frame */
	scrolls?: boolean;
};

/** On narrow screens a row becomes a card of labelled cells, as many in a line as fit. */
export function DataTable<Row>({ label, rows, rowId, columns, menu, scrolls }: Props<Row>) {
	const t = useCommonTexts();
	return (
		<section
			aria-label={label}
			// Scrollable content must be reachable by keyboard.
			tabIndex={scrolls ? 0 : undefined}
			className="relative overflow-x-auto rounded-card border border-line bg-surface"
		>
			<table className="tabular w-full text-left max-lg:block">
				<thead className="text-13 text-muted max-lg:sr-only">
					<tr>
						{columns.map(({ head, isNumber }) => (
							<th
								key={head}
								scope="col"
								className={classes(
									"px-4 py-3 font-medium whitespace-nowrap",
									isNumber && "text-right",
								)}
							>
								{head}
							</th>
						))}
						{menu && (
							<th scope="col">
								<span className="sr-only">{t("common.actions")}</span>
							</th>
						)}
					</tr>
				</thead>
				<tbody className="max-lg:block">
					{rows.map((row) => (
						<tr
							key={rowId(row)}
							className="relative border-line align-top not-first:border-t max-lg:grid max-lg:grid-cols-[repeat(auto-fit,minmax(5.25rem,1fr))] sm:max-lg:grid-cols-5 max-lg:gap-x-3 max-lg:gap-y-2.5 max-lg:px-4 max-lg:py-3 lg:border-t"
						>
							{columns.map((column, at) => (
								<Cell key={column.head} column={column} isHead={at === 0}>
									{column.cell(row)}
								</Cell>
							))}
							{menu && (
								<td className="text-end max-lg:absolute max-lg:end-2 max-lg:top-2 lg:px-2 lg:py-2">
									{menu(row)}
								</td>
							)}
						</tr>
					))}
				</tbody>
			</table>
		</section>
	);
}

function Cell<Row>({
	column: { head, isNumber, isLine, className },
	isHead,
	children,
}: {
	column: Column<Row>;
	isHead: boolean;
	children: ReactNode;
}) {
	if (isHead)
		return (
			<th
				scope="row"
				className={classes(
					"text-left font-normal max-lg:col-span-full max-lg:pe-24 lg:px-4 lg:py-3",
					className,
				)}
			>
				{children}
			</th>
		);
	return (
		<td
			data-label={head}
			className={classes(
				"min-w-0 lg:px-4 lg:py-3",
				isLine
					? "max-lg:col-span-full"
					: "max-lg:before:block max-lg:before:text-13 max-lg:before:text-muted max-lg:before:content-[attr(data-label)]",
				isNumber && "lg:text-right",
				className,
			)}
		>
			{children}
		</td>
	);
}
