import { useState } from "react";
import type * as z from "zod";
import { fieldText, fieldTexts } from "../i18n/server-texts.ts";
import { useSubmit } from "./use-submit.ts";

type Options<S extends z.ZodType> = {
	/** the schema, or a function that loads it, for pages that must be small: Zod is large */
	schema: S | (() => Promise<S>);
	submit: (data: z.output<S>, form: HTMLFormElement) => Promise<void>;
	/** called unless only fields failed, which show it; "told" if the error was already shown */
	onFailure?: (error: unknown) => "told" | undefined;
	/** values without a control */
	extra?: Record<string, unknown>;
};

/**
 * Validates uncontrolled inputs by the schema that the server uses too. Empty fields are left out, so that
 * optional ones are valid.
 */
export function useForm<S extends z.ZodType>({ schema, submit, onFailure, extra }: Options<S>) {
	const [failure, setFailure] = useState<unknown>(null);
	const submission = useSubmit(async (form, begin) => {
		const values = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ""));
		setFailure(null);
		try {
			const rules = typeof schema === "function" ? await schema() : schema;
			const result = parseKnown(rules, { ...values, ...extra });
			if (!result.success) return errorsOf(result.error);
			begin();
			await submit(result.data, form);
		} catch (error) {
			const found = fieldTexts(error);
			const isShown = (name: string) => form.elements.namedItem(name) !== null;
			const names = Object.keys(found);
			if (names.length === 0 || !names.every(isShown))
				if (onFailure?.(error) !== "told") setFailure(error);
			return found;
		}
	});
	return { ...submission, failure, setFailure };
}

function parseKnown<S extends z.ZodType>(rules: S, values: Record<string, unknown>) {
	const result = rules.safeParse(values);
	const unknown = result.error?.issues.flatMap((issue) =>
		issue.code === "unrecognized_keys" && issue.path.length === 0 ? issue.keys : [],
	);
	if (!unknown || unknown.length === 0) return result;
	const known = Object.entries(values).filter(([name]) => !unknown.includes(name));
	return rules.safeParse(Object.fromEntries(known));
}

function errorsOf({ issues }: z.ZodError): Record<string, string> {
	const found: Record<string, string> = {};
	for (const { path, message } of issues) found[path.join(".")] ??= fieldText(message);
	return found;
}
