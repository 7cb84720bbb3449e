import X from "icons:x";
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { useHydrated } from "../lib/page/use-hydrated.ts";
import { useCommonTexts } from "../lib/texts/common-texts.ts";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";

type Props = {
	/** called on Escape, by the close button and on a click outside */
	onClose: () => void;
	/** its content is shown only once, so only its buttons close it */
	isKept?: boolean;
	title: ReactNode;
	children: ReactNode;
	actions?: ReactNode;
	/** narrow for questions, wide for forms, media and full for pictures and films */
	size?: keyof typeof SIZES;
	className?: string;
};

const SIZES = {
	narrow: "max-w-md",
	wide: "max-w-2xl",
	media: "max-w-4xl",
	full: "max-w-[min(96vw,90rem)]",
};

/**
 * The native element traps the focus and closes on Escape. At the end of the document: a nested form would
 * be submitted without its handler.
 */
export function Dialog(props: Props) {
	return useHydrated() ? createPortal(<Modal {...props} />, document.body) : null;
}

function Modal({
	onClose,
	isKept = false,
	title,
	children,
	actions,
	size = "narrow",
	className,
}: Props) {
	const t = useCommonTexts();
	const dialog = useRef<HTMLDialogElement>(null);
	const heading = useRef<HTMLHeadingElement>(null);
	const titleId = useId();
	useLayoutEffect(() => {
		const element = dialog.current;
		element?.showModal();
		// Otherwise the close button would get the focus.
		heading.current?.focus();
		// A dialog removed while open would keep the focus: closing restores it.
		return () => element?.close();
	}, []);
	return (
		// biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
		<dialog
			ref={dialog}
			aria-labelledby={titleId}
			className={classes(
				"m-auto max-h-[92dvh] w-[calc(100vw-2rem)] overflow-hidden rounded-card border border-line bg-surface p-0 text-start text-ink shadow-float backdrop:bg-black/45 open:animate-rise",
				SIZES[size],
				className,
			)}
			onCancel={(event) => {
				event.preventDefault();
				if (!isKept) onClose();
			}}
			onClose={({ currentTarget }) => {
				if (currentTarget.open) return;
				// A second Escape closes a dialog without a `cancel` event.
				if (isKept) currentTarget.showModal();
				else onClose();
			}}
			onClick={(event) => {
				if (event.target === event.currentTarget && !isKept) onClose();
			}}
		>
			<div className="flex max-h-[92dvh] flex-col">
				<div className="flex items-start justify-between gap-4 px-6 pt-5">
					<h2 ref={heading} tabIndex={-1} id={titleId} className="min-w-0 text-21 outline-none">
						{title}
					</h2>
					<button
						type="button"
						className="btn btn-ghost btn-square btn-sm -me-2 -mt-1 text-muted"
						aria-label={t("common.close")}
						onClick={onClose}
					>
						<Icon of={X} />
					</button>
				</div>
				<div className="min-h-0 overflow-y-auto px-6 pt-3 pb-6">{children}</div>
				{actions && (
					<div className="flex flex-wrap justify-end gap-3 border-line border-t px-6 py-4">
						{actions}
					</div>
				)}
			</div>
		</dialog>
	);
}
