import type { PlatformCtx } from "../context.ts";
import type { Mail } from "./mail.ts";
import { addressOf } from "./sender-address.ts";

const TIMEOUT_MS = 10_000;

/** RFC 8058 */
const unsubscribeHeaders = (url: string) => ({
	"List-Unsubscribe": `<${url}>`,
	"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

/**
 * Sends JSON to the configured HTTP endpoint, or else uses the e-mail binding. `id` lets an endpoint recognise a
 * repetition.
 */
export async function sendMail(
	ctx: PlatformCtx,
	id: string,
	mail: Pick<Mail, "to" | "subject" | "text" | "html"> & { unsubscribeUrl: string | null },
): Promise<void> {
	const { MAIL_FROM: from, MAIL_HTTP_URL: url, MAIL_HTTP_TOKEN: token } = ctx.config;
	const { to, subject, text, html } = mail;
	const headers = mail.unsubscribeUrl ? { headers: unsubscribeHeaders(mail.unsubscribeUrl) } : {};
	if (!url) {
		const sender = addressOf(from);
		await ctx.env.EMAIL.send({
			from: sender.name ? sender : sender.email,
			to,
			subject,
			text,
			html,
			...headers,
		});
		return;
	}
	const response = await fetch(url, {
		method: "POST",
		headers: {
			"content-type": "application/json",
			"idempotency-key": id,
			...(token && { authorization: `Bearer ${token}` }),
		},
		body: JSON.stringify({ from, to, subject, text, html, ...headers }),
		signal: AbortSignal.timeout(TIMEOUT_MS),
	});
	await response.body?.cancel();
	if (!response.ok) throw new Error(`The mail endpoint responded ${response.status}`);
}
