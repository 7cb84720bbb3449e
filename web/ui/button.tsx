import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes.ts";

export type ButtonTone = "primary" | "plain" | "quiet" | "danger";
export type ButtonSize = "md" | "sm" | "lg";

const TONES: Record<ButtonTone, string> = {
	primary: "btn-primary",
	plain: "bg-surface border-edge/60 hover:border-edge hover:bg-faint text-ink",
	quiet: "btn-ghost",
	danger: "btn-error",
};
const SIZES: Record<ButtonSize, string> = { sm: "btn-sm", md: "", lg: "btn-lg text-17" };

export function buttonClass(tone: ButtonTone = "plain", size: ButtonSize = "md"): string {
	return `btn ${TONES[tone]} ${SIZES[size]}`;
}

type Props = ComponentProps<"button"> & {
	tone?: ButtonTone;
	size?: ButtonSize;
	/** the label while it works, which also disables it */
	pending?: ReactNode;
	icon?: ReactNode;
};

/** Keeps the focus while `pending` (aria-disabled), for keyboard users. */
export function Button({
	tone = "plain",
	size = "md",
	pending,
	icon,
	className,
	children,
	onClick,
	type = "button",
	...rest
}: Props) {
	return (
		<button
			type={type}
			{...rest}
			className={classes(buttonClass(tone, size), className)}
			aria-disabled={pending ? true : undefined}
			onClick={(event) => {
				if (pending) event.preventDefault();
				else onClick?.(event);
			}}
		>
			{pending ? <span aria-hidden="true" className="loading loading-spinner loading-xs" /> : icon}
			<span className="contents">{pending || children}</span>
		</button>
	);
}
