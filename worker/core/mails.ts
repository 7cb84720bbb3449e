import type { Locale } from "../contract/locales.ts";
import type { Mail } from "../platform/mail/mail.ts";
import { composeMail, type MailContent } from "../platform/mail/mail-layout.tsx";
import { type MailCause, type MailKind, OWED } from "../platform/mail/mail-limits.ts";
import type { Ctx } from "./context.ts";
import { type MailLanguage, mailLanguage } from "./mail-texts.ts";

export type MailReader = { readonly email: string; readonly locale: Locale };

/** One mail: what it counts as, who can cause it, and what it says in its reader's language. */
export type MailEntry<Input> = {
	readonly kind: MailKind;
	readonly cause: MailCause | ((input: Input) => MailCause);
	readonly write: (language: MailLanguage, input: Input, ctx: Ctx) => MailContent;
};

/** Composes a mail, to be queued in the batch of what it announces. */
export type ComposeMail<Input> = ((ctx: Ctx, input: Input) => Mail) & { readonly kind: MailKind };

/** Tests and the list of mails recognise the entries of every `mails.ts` by this return type. */
export function defineMail<Input>(
	readerOf: (input: Input, ctx: Ctx) => MailReader,
	{ kind, cause, write }: MailEntry<Input>,
): ComposeMail<Input> {
	const compose = (ctx: Ctx, input: Input): Mail => {
		const { email, locale } = readerOf(input, ctx);
		const language = mailLanguage(locale);
		const envelope = {
			kind,
			cause: typeof cause === "function" ? cause(input) : cause,
			to: email,
			layout: language.texts.layout,
		};
		return composeMail(ctx, envelope, write(language, input, ctx));
	};
	return Object.assign(compose, { kind });
}

/** A mail whose input says who reads it. */
export function mailTo<Input extends MailReader = MailReader>(entry: MailEntry<Input>) {
	return defineMail<Input>((input) => input, entry);
}

/** A mail to the operator, in English. */
export function mailToOperator<Input>({
	kind = { name: "operator-notice", audience: "operator", pace: 60 },
	write,
}: Pick<MailEntry<Input>, "write"> & Partial<MailEntry<Input>>) {
	return defineMail<Input>((_, { config }) => ({ email: config.OPERATOR_EMAIL, locale: "en" }), {
		kind,
		cause: OWED,
		write,
	});
}
