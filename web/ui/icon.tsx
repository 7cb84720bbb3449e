import { createElement } from "react";

/** What an icon consists of, in a square of 24 units. */
export type IconShapes = readonly (readonly [
	tag: "circle" | "line" | "path" | "polyline" | "rect",
	attributes: Readonly<Record<string, string>>,
])[];

type Props = {
	/** an icon of `icons/`, which are modules of their own so that only what is used is loaded */
	of: IconShapes;
	/** px */
	size?: number;
	className?: string;
};

/** A decorative icon, hidden from screen readers: give the control a text or a label. */
export function Icon({ of: shapes, size = 20, className }: Props) {
	return createElement(
		"svg",
		{
			"aria-hidden": true,
			width: size,
			height: size,
			viewBox: "0 0 24 24",
			fill: "none",
			stroke: "currentColor",
			strokeWidth: 1.5,
			strokeLinecap: "round",
			strokeLinejoin: "round",
			className: `shrink-0 ${className ?? ""}`,
		},
		...shapes.map(([tag, attributes]) => createElement(tag, attributes)),
	);
}
