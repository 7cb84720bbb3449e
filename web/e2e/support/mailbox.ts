import { type APIRequestContext, expect } from "@playwright/test";
import { OWN_PAGE, registerCreator } from "./accounts.ts";

type SentMail = { subject: string; text: string };

/**
 * Waits for the newest matching mail, since the outbox sends moments after the call that caused it.
 */
export async function mailMatching(
	request: APIRequestContext,
	to: string,
	pattern: RegExp,
): Promise<RegExpExecArray> {
	let found: RegExpExecArray | null = null;
	await expect
		.poll(
			async () => {
				const response = await request.get(
					`${process.env.E2E_SANDBOX_URL}/dev/mail.json?to=${encodeURIComponent(to)}`,
				);
				const mails = (await response.json()) as SentMail[];
				found = mails.map(({ text }) => pattern.exec(text)).find((match) => match !== null) ?? null;
				return found !== null;
			},
			{ message: `a mail to ${to} with ${pattern}`, intervals: [50], timeout: 30_000 },
		)
		.toBe(true);
	if (!found) throw new Error(`No mail to ${to} has ${pattern}`);
	return found;
}

/** Registers a creator, and confirms the address. */
export async function verifiedCreator(
	request: APIRequestContext,
	fields: Record<string, string> = {},
): Promise<string> {
	const { email } = await registerCreator(request, fields);
	await confirmEmail(request, email);
	return email;
}

export async function confirmEmail(request: APIRequestContext, email: string): Promise<void> {
	const [, token] = await mailMatching(request, email, /\/verify-email#(\S+)/);
	const response = await request.post("/api/email/verify", {
		headers: OWN_PAGE,
		data: { token },
	});
	expect(response.status(), await response.text()).toBe(204);
}
