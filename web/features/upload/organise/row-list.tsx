import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

type Props<T> = {
	rows: readonly T[];
	label: string;
	keyOf: (row: T) => string | number;
	/** px */
	heightOf: (row: T) => number;
	children: (row: T) => ReactNode;
};

const DRAWN_WHOLE = 60;

/** Row heights are known, so two thousand rows are as fast as two. */
export function RowList<T>(props: Props<T>) {
	return props.rows.length > DRAWN_WHOLE ? <LongList {...props} /> : <ShortList {...props} />;
}

function ShortList<T>({ rows, label, keyOf, heightOf, children }: Props<T>) {
	return (
		<ul aria-label={label}>
			{rows.map((row) => (
				<li key={keyOf(row)} style={{ height: heightOf(row) }}>
					{children(row)}
				</li>
			))}
		</ul>
	);
}

function LongList<T>({ rows, label, keyOf, heightOf, children }: Props<T>) {
	const list = useRef<HTMLUListElement>(null);
	const [top, setTop] = useState(0);
	// The content above may change with every render.
	useLayoutEffect(() => {
		const now = list.current ? list.current.getBoundingClientRect().top + window.scrollY : 0;
		setTop((before) => (Math.abs(before - now) > 1 ? now : before));
	});
	const heightAt = (index: number) => {
		const row = rows[index];
		return row === undefined ? 0 : heightOf(row);
	};
	const virtualizer = useWindowVirtualizer({
		count: rows.length,
		estimateSize: heightAt,
		getItemKey: (index) => {
			const row = rows[index];
			return row === undefined ? index : keyOf(row);
		},
		overscan: 12,
		scrollMargin: top,
	});
	const height = rows.reduce((sum, row) => sum + heightOf(row), 0);
	// Rows may grow, and the heights of the earlier ones are remembered.
	// biome-ignore lint/correctness/useExhaustiveDependencies: only a change of heights matters
	useLayoutEffect(() => virtualizer.measure(), [height]);
	return (
		<ul
			ref={list}
			aria-label={label}
			className="relative"
			style={{ height: virtualizer.getTotalSize() }}
		>
			{virtualizer.getVirtualItems().map((item) => {
				const row = rows[item.index];
				return row === undefined ? null : (
					<li
						key={item.key}
						aria-setsize={rows.length}
						aria-posinset={item.index + 1}
						className="absolute inset-x-0 top-0"
						style={{
							height: heightAt(item.index),
							transform: `translateY(${item.start - top}px)`,
						}}
					>
						{children(row)}
					</li>
				);
			})}
		</ul>
	);
}
