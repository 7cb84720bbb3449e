import type { ReactNode } from "react";
import { useCommonTexts } from "../lib/texts/common-texts.ts";
import { classes } from "./classes.ts";

type Column<Row> = {
	head: string;
	cell: (row: Row) => ReactNode;
	isNumber?: boolean;
	className?: string;
};

type Props<Row> = {
	label: string;
	rows: readonly Row[];
	rowId: (row: Row) => string;
	/** the first one names its row */
	columns: readonly Column<Row>[];
	/** the last cell; on phones it is in the corner */
	menu?: (row: Row) => ReactNode;
	scrolls?: boolean;
};

/** On phones a row becomes a list of labelled cells. */
export function DataTable<Row>({ label, rows, rowId, columns, menu, scrolls }: Props<Row>) {
	const t = useCommonTexts();
	return (
		<section
			aria-label={label}
			// Scrollable content must be reachable by keyboard.
			tabIndex={scrolls ? 0 : undefined}
			className="relative overflow-x-auto rounded-card border border-line bg-surface"
		>
			<table
				className={classes("tabular w-full text-left max-md:block", scrolls && "md:min-w-3xl")}
			>
				<thead className="text-13 text-muted max-md:sr-only">
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
				<tbody className="max-md:block">
					{rows.map((row) => (
						<tr
							key={rowId(row)}
							className="relative border-line align-top not-first:border-t max-md:block max-md:px-4 max-md:py-3 md:border-t"
						>
							{columns.map((column, at) => (
								<Cell key={column.head} column={column} isHead={at === 0}>
									{column.cell(row)}
								</Cell>
							))}
							{menu && (
								<td className="text-end max-md:absolute max-md:end-2 max-md:top-2 md:px-2 md:py-2">
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
	column: { head, isNumber, className },
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
					"text-left font-normal max-md:block max-md:pe-24 max-md:pb-1 md:px-4 md:py-3",
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
				"max-md:flex max-md:justify-between max-md:gap-4 max-md:py-1 max-md:before:shrink-0 max-md:before:text-muted max-md:before:content-[attr(data-label)] md:px-4 md:py-3",
				isNumber && "md:text-right",
				className,
			)}
		>
			<div className="min-w-0 max-md:text-end">{children}</div>
		</td>
	);
}
