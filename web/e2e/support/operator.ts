import { type APIRequestContext, expect } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import type { Category } from "../../../worker/trust/moderation/contract.ts";
import { OWN_PAGE, PASSWORD } from "./accounts.ts";
import { confirmEmail } from "./mailbox.ts";
import type { NewRequest } from "./money.ts";

/** Many more than any run needs. */
const ADDRESSES = Array.from({ length: 300 }, (_, at) => `operator-${at}@example.test`);

export const OPERATORS = ADDRESSES.join(",");

async function registerOperator(request: APIRequestContext): Promise<string> {
	for (;;) {
		const email = ADDRESSES[Math.floor(Math.random() * ADDRESSES.length)] ?? "";
		const data = { email, password: PASSWORD, plan: "free" };
		const response = await request.post("/api/register", { headers: OWN_PAGE, data });
		if (response.status() === 409) continue;
		expect(response.status(), await response.text()).toBe(201);
		return email;
	}
}

/** With a confirmed address and a second factor, signed in within `request`. */
export async function becomeOperator(request: APIRequestContext) {
	const email = await registerOperator(request);
	await confirmEmail(request, email);
	const post = (path: string, data: object) => request.post(path, { headers: OWN_PAGE, data });
	const setup = await post("/api/totp/setup", { password: PASSWORD });
	const { secret } = await setup.json();
	const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
	const confirmed = await post("/api/totp/confirm", { code });
	expect(confirmed.status(), await confirmed.text()).toBe(200);
	const { recoveryCodes } = await confirmed.json();
	return { email, recoveryCodes: recoveryCodes as string[] };
}

type Decision = { category?: Category; text: string };

export async function openConsole(newRequest: NewRequest) {
	const request = await newRequest();
	await becomeOperator(request);

	async function find(text: string, folder: string): Promise<string> {
		const page = await (await request.get("/operator/search", { params: { q: text } })).text();
		const [path] = new RegExp(`/operator/${folder}/[\\w-]+`).exec(page) ?? [];
		if (!path) throw new Error(`the console finds no ${folder} for ${text}`);
		return path;
	}

	async function act(path: string, form: Record<string, string>): Promise<void> {
		const response = await request.post(path, { headers: OWN_PAGE, form, maxRedirects: 0 });
		expect(response.status(), await response.text()).toBe(303);
	}

	async function sanctionAct(slug: string, kind: "lift" | "reject"): Promise<string> {
		const page = await (await request.get(await find(slug, "shares"))).text();
		const [path] = new RegExp(`/operator/sanctions/[\\w-]+/${kind}`).exec(page) ?? [];
		if (!path) throw new Error(`no decision on ${slug} can be answered by ${kind}`);
		return path;
	}

	return {
		takeDown: async (slug: string, { category = "copyright", text }: Decision) =>
			act(`${await find(slug, "shares")}/take-down`, {
				category,
				text,
			}),
		suspend: async (email: string, { category = "scam", text }: Decision) =>
			act(`${await find(email, "creators")}/suspend`, { category, text }),
		rejectAppeal: async (slug: string, text: string) =>
			act(await sanctionAct(slug, "reject"), { text }),
	};
}
