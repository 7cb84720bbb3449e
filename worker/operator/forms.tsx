import type { Child } from "hono/jsx";
import * as z from "zod";
import type { OperatorCtx } from "../accounts/operator-only.ts";
import { emailField } from "../contract/fields.ts";
import { paths } from "../contract/paths.ts";
import { CATEGORIES, type Category } from "../trust/moderation/contract.ts";
import type { ImposedSanction } from "../trust/moderation/sanctions/impose.ts";

type Field<Schema extends z.ZodType = z.ZodType> = {
	input: "words" | "email" | "decimal" | "check" | "choice" | "hidden";
	schema: Schema;
	label?: string;
	hint?: string;
	value?: string;
	options?: readonly (readonly [value: string, label: string])[];
	/** the fewest characters of the words */
	min?: number;
};

export type Act = {
	/** folds its form, so that nothing happens by accident; without it, the form is a mere button */
	title?: string;
	button: string;
	note?: string;
	/** `final` acts can't be undone, and need a fresh confirmation */
	tone?: "danger" | "final";
	asks: Readonly<Record<string, Field>>;
	/** Returns the next page, below `/operator`, and a report; or a file to save. */
	run: (
		ctx: OperatorCtx,
		id: string,
		// biome-ignore lint/suspicious/noExplicitAny: `act` types it by what the act asks
		input: any,
	) => Promise<Response | readonly [page: string, done: string]>;
};

/** Types an act's input by its fields. */
export const act = <Asks extends Readonly<Record<string, Field>> = Record<never, Field>>(
	given: Omit<Act, "asks" | "run"> & {
		asks?: Asks;
		run: (
			ctx: OperatorCtx,
			id: string,
			input: { [Name in keyof Asks]: z.output<Asks[Name]["schema"]> },
		) => ReturnType<Act["run"]>;
	},
): Act => ({ asks: {}, ...given });

const MOST_WORDS = 5000;

export const words = (label: string, hint: string, min = 0) => ({
	input: "words" as const,
	schema: z.string().trim().min(min).max(MOST_WORDS),
	label,
	hint,
	min,
});

export const reason = (hint: string, label = "Reason") => words(label, hint, 5);

export const check = (label: string, isChecked = false) => ({
	input: "check" as const,
	schema: z
		.literal("yes")
		.optional()
		.transform((value) => value === "yes"),
	label,
	...(isChecked && { value: "yes" }),
});

export const hidden = <Schema extends z.ZodType>(schema: Schema) => ({
	input: "hidden" as const,
	schema,
});

export const newEmail = { input: "email" as const, schema: emailField, label: "New address" };

export const CATEGORY_NAMES: Readonly<Record<Category, string>> = {
	copyright: "Copyright or trademark",
	illegal: "Illegal content",
	scam: "Fraud or a misleading offer",
	malware: "Harmful software",
	other: "Another breach of the terms",
};

/** Every decision needs a category, and findings for the creator to read. */
export const decision = {
	caseId: hidden(z.string().max(64).optional()),
	category: {
		input: "choice" as const,
		schema: z.enum(CATEGORIES),
		label: "Category",
		options: CATEGORIES.map((one) => [one, CATEGORY_NAMES[one]] as const),
	},
	text: words(
		"What was found",
		"The creator reads this, with the rule and how to appeal. Write it in their language.",
		20,
	),
};

export function recipientsOf({ tells }: ImposedSanction): string {
	const recipients = [tells.creator && "the creator", tells.reporter && "who reported it"];
	const names = recipients.filter(Boolean).join(" and ");
	return names ? `A mail tells ${names} why.` : "There is nobody to tell.";
}

function Input({ name, field }: { name: string; field: Field }) {
	const { input, label, hint, value, options = [], min = 0 } = field;
	if (input === "hidden")
		return value === undefined ? null : <input type="hidden" name={name} value={value} />;
	if (input === "check")
		return (
			<label class="check">
				<input type="checkbox" name={name} value="yes" checked={value === "yes"} />
				{label}
			</label>
		);
	return (
		// biome-ignore lint/a11y/noLabelWithoutControl: one of the three below
		<label>
			{label}
			{hint && <small>{hint}</small>}
			{input === "words" ? (
				<textarea name={name} required={min > 0} minlength={min} maxlength={MOST_WORDS} />
			) : input === "choice" ? (
				<select name={name} required>
					{options.map(([key, text]) => (
						<option key={key} value={key} selected={key === value}>
							{text}
						</option>
					))}
				</select>
			) : (
				<input
					type={input === "email" ? "email" : "text"}
					inputmode={input}
					name={name}
					value={value}
					required
					maxlength={254}
					autocomplete="off"
				/>
			)}
		</label>
	);
}

/** A page's additions to an act: values, labels and options of fields, and the button's words. */
export type Given = {
	fields?: Readonly<Record<string, Partial<Omit<Field, "schema">>>>;
	button?: string;
	/** the subject of a mere button, for screen readers */
	about?: string;
};

/** A final act without a fresh confirmation leads to the screen for it. */
export function ActForm({
	ctx,
	here,
	action,
	act,
	given,
}: {
	ctx: OperatorCtx;
	here: string;
	action: string;
	act: Act;
	given: Given;
}): Child {
	const { title, note, tone } = act;
	const button = given.button ?? act.button;
	const form = (
		<form class={title ? "act" : ""} method="post" action={action}>
			{note && <p class="muted">{note}</p>}
			{Object.entries(act.asks).map(([name, field]) => (
				<Input key={name} name={name} field={{ ...field, ...given.fields?.[name] }} />
			))}
			<div>
				<button
					type="submit"
					class={tone ? "danger" : title ? "main" : ""}
					aria-label={given.about && `${button}: ${given.about}`}
				>
					{button}
				</button>
			</div>
		</form>
	);
	if (!title) return form;
	return (
		<details>
			<summary>{title}</summary>
			{tone !== "final" || ctx.operator.isFresh ? (
				form
			) : (
				<>
					<p class="muted">
						This can’t be undone. Confirm with your second factor first; you come back here.
					</p>
					<p>
						<a class="button" href={paths.confirmFor(here)}>
							Confirm that it’s me
						</a>
					</p>
				</>
			)}
		</details>
	);
}
