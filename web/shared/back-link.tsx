import ArrowLeft from "icons:arrow-left";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { buttonClass } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";

export function BackLink({
	children,
	...target
}: ({ to: string; href?: never } | { href: string; to?: never }) & { children: ReactNode }) {
	const className = `${buttonClass("quiet", "sm")} -ms-3 self-start`;
	const content = (
		<>
			<Icon of={ArrowLeft} size={18} />
			{children}
		</>
	);
	return target.to === undefined ? (
		<a href={target.href} className={className}>
			{content}
		</a>
	) : (
		<Link to={target.to} className={className}>
			{content}
		</Link>
	);
}
