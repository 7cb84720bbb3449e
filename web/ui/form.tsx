import type { FormEventHandler, ReactNode } from "react";
import type { FieldErrors } from "../lib/forms/use-submit.ts";
import { useCommonTexts } from "../lib/texts/common-texts.ts";
import { Button, type ButtonTone } from "./button.tsx";
import { FailedAlert } from "./failed-alert.tsx";
import { FormErrors } from "./field.tsx";

type Submission = {
	errors: FieldErrors;
	pending: boolean;
	failure?: unknown;
	onSubmit: FormEventHandler<HTMLFormElement>;
};

type Props = {
	of: Submission;
	/** the button's label; without it, a button elsewhere submits the form by its `id` */
	action?: ReactNode;
	id?: string;
	busy?: string | undefined;
	tone?: ButtonTone;
	failed?: string | undefined;
	isWide?: boolean;
	className?: string | undefined;
	children: ReactNode;
	footer?: ReactNode;
};

/** Shows errors at the fields of their names, and a failure above the button. Posts if its script isn't there. */
export function Form({
	of: { errors, pending, failure = null, onSubmit },
	action,
	id,
	busy,
	tone = "primary",
	failed,
	isWide,
	className = isWide ? "grid gap-5 sm:grid-cols-2" : "flex flex-col gap-5",
	children,
	footer,
}: Props) {
	const t = useCommonTexts();
	return (
		<FormErrors value={errors}>
			<form id={id} method="post" onSubmit={onSubmit} noValidate className={className}>
				{children}
				<FailedAlert failure={failure} title={failed} className="col-span-full" />
				{action && (
					<Button
						type="submit"
						tone={tone}
						className={isWide ? "justify-self-start" : ""}
						pending={pending && (busy ?? t("common.working"))}
					>
						{action}
					</Button>
				)}
				{footer}
			</form>
		</FormErrors>
	);
}
