import { type ComponentProps, createContext, type ReactNode, useContext, useId } from "react";
import type { FieldErrors } from "../lib/forms/use-submit.ts";
import { classes } from "./classes.ts";

export const FormErrors = createContext<FieldErrors>({});

type Wiring = { id: string; "aria-invalid": boolean; "aria-describedby": string | undefined };
type FrameProps = {
	/** finds the error in the form around it, unless one is given */
	name?: string | undefined;
	label: ReactNode;
	hint?: ReactNode;
	error?: string | undefined;
	className?: string | undefined;
	children: (wiring: Wiring) => ReactNode;
};

export function Field({ name, label, hint, error: given, className, children }: FrameProps) {
	const id = useId();
	const found = useContext(FormErrors)[name ?? ""];
	const error = given ?? found;
	const hintId = `${id}-hint`;
	const errorId = `${id}-error`;
	const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(" ");
	return (
		<div className={classes("flex flex-col gap-1.5", className)}>
			<label htmlFor={id} className="font-medium">
				{label}
			</label>
			{children({
				id,
				"aria-invalid": Boolean(error),
				"aria-describedby": describedBy || undefined,
			})}
			{error && (
				<p id={errorId} className="max-w-line text-13 text-error">
					{error}
				</p>
			)}
			{hint && (
				<p id={hintId} className="max-w-line text-13 text-muted">
					{hint}
				</p>
			)}
		</div>
	);
}

type Own = { label: ReactNode; hint?: ReactNode; error?: string | undefined; fieldClass?: string };

/** `prefix` is drawn inside, before the text. */
export function TextField({
	label,
	hint,
	error,
	fieldClass,
	prefix,
	className,
	...input
}: Own & Omit<ComponentProps<"input">, "prefix"> & { prefix?: ReactNode }) {
	return (
		<Field name={input.name} label={label} hint={hint} error={error} className={fieldClass}>
			{(wiring) =>
				prefix ? (
					<span
						className={classes("input", className)}
						aria-invalid={wiring["aria-invalid"] || undefined}
					>
						<span aria-hidden="true" className="text-muted">
							{prefix}
						</span>
						<input {...input} {...wiring} />
					</span>
				) : (
					<input {...input} {...wiring} className={classes("input", className)} />
				)
			}
		</Field>
	);
}

export function TextArea({
	label,
	hint,
	error,
	fieldClass,
	className,
	...area
}: Own & ComponentProps<"textarea">) {
	return (
		<Field name={area.name} label={label} hint={hint} error={error} className={fieldClass}>
			{(wiring) => <textarea {...area} {...wiring} className={classes("textarea", className)} />}
		</Field>
	);
}

export function SelectField({
	label,
	hint,
	error,
	fieldClass,
	className,
	...select
}: Own & ComponentProps<"select">) {
	return (
		<Field name={select.name} label={label} hint={hint} error={error} className={fieldClass}>
			{(wiring) => <select {...select} {...wiring} className={classes("select", className)} />}
		</Field>
	);
}

export function CheckField({
	label,
	hint,
	error: given,
	className,
	labelClass = "font-medium",
	...input
}: { label: ReactNode; hint?: ReactNode; error?: string | undefined; labelClass?: string } & Omit<
	ComponentProps<"input">,
	"type"
>) {
	const id = useId();
	const found = useContext(FormErrors)[input.name ?? ""];
	const error = given ?? found;
	const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
	return (
		<div className={classes("flex gap-3", className)}>
			<input
				{...input}
				type="checkbox"
				id={id}
				className={
					input.role === "switch"
						? "toggle text-muted [--radius-selector:1rem] checked:text-primary"
						: "checkbox checkbox-primary mt-0.5 border-edge"
				}
				aria-invalid={error ? true : undefined}
				aria-describedby={describedBy || undefined}
			/>
			<div>
				<label htmlFor={id} className={labelClass}>
					{label}
				</label>
				{error && (
					<p id={`${id}-error`} className="mt-1 max-w-line text-13 text-error">
						{error}
					</p>
				)}
				{hint && (
					<p id={`${id}-hint`} className="max-w-line text-13 text-muted">
						{hint}
					</p>
				)}
			</div>
		</div>
	);
}
