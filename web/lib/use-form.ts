import { type FormEvent, useRef, useState } from "react";
import type { z } from "zod";
import { fieldText, fieldTexts } from "./server-texts.ts";

type Options<S extends z.ZodType> = {
	/** the schema, or a function that loads it, for pages that must be small: Zod is large */
	schema: S | (() => Promise<S>);
	submit: (data: z.output<S>, form: HTMLFormElement) => Promise<void>;
	/** called with the server's refusal; the fields it named are already marked */
	onFailure: (error: unknown) => void;
	/** values without a control */
	extra?: Record<string, unknown>;
};

/**
 * A form with uncontrolled inputs. On submit the values are validated by the schema that the server uses
 * too; errors are in `errors` by field name and the first invalid field gets the focus. Empty fields are
 * left out, so that optional ones are valid.
 */
export function useForm<S extends z.ZodType>({ schema, submit, onFailure, extra }: Options<S>) {
	const [errors, setErrors] = useState<Record<string, string>>({});
	const [pending, setPending] = useState(false);
	const isBusy = useRef(false);

	async function onSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (isBusy.current) return;
		const form = event.currentTarget;
		const values = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ""));
		isBusy.current = true;
		try {
			const rules = typeof schema === "function" ? await schema() : schema;
			const result = rules.safeParse({ ...values, ...extra });
			if (!result.success) {
				const found: Record<string, string> = {};
				for (const issue of result.error.issues)
					found[issue.path.join(".")] ??= fieldText(issue.message);
				show(found, form);
				return;
			}
			setPending(true);
			setErrors({});
			await submit(result.data, form);
		} catch (error) {
			show(fieldTexts(error), form);
			onFailure(error);
		} finally {
			isBusy.current = false;
			setPending(false);
		}
	}

	function show(found: Record<string, string>, form: HTMLFormElement) {
		setErrors(found);
		const first = [...form.elements].find(
			(control) => "name" in control && typeof control.name === "string" && control.name in found,
		);
		if (first instanceof HTMLElement) first.focus();
	}

	return { errors, pending, onSubmit };
}
