import { request } from "@playwright/test";
import { buyByCard } from "../../web/e2e/support/money.ts";
import { pictures } from "../../web/e2e/support/pictures.ts";
import type { CreatedShare } from "../../worker/catalogue/shares/contract/shares.ts";
import { withServer } from "../local/with-server.ts";

const PORT = Number(process.env.BENCH_PORT ?? 8871);
const SANDBOX_PORT = Number(process.env.BENCH_SANDBOX_PORT ?? 12195);

export async function buy(origin: string, sharePath: string) {
	process.env.E2E_SANDBOX_URL = `http://localhost:${SANDBOX_PORT}`;
	const buyer = await request.newContext({ baseURL: origin });
	await buyByCard(buyer, sharePath.replace("/share/", ""));
	const { cookies } = await buyer.storageState();
	await buyer.dispose();
	return cookies.map(({ name, value }) => ({ name, value, url: origin }));
}

export type ServedSite = { origin: string; sharePath: string };

export async function signUp(origin: string, email: string): Promise<Record<string, string>> {
	const own = { "Sec-Fetch-Site": "same-origin" };
	const registered = await fetch(`${origin}/api/register`, {
		method: "POST",
		headers: { ...own, "Content-Type": "application/json" },
		body: JSON.stringify({
			email,
			password: "zebra8fjord",
			plan: "free",
			firstName: "Mara",
			lastName: "Lindqvist",
		}),
	});
	if (!registered.ok) throw new Error(`register: ${registered.status}`);
	const cookie = registered.headers
		.getSetCookie()
		.map((line) => line.split(";")[0])
		.join("; ");
	return { ...own, Cookie: cookie };
}

/** Publishes as a new creator; returns the page's path. */
export async function publish(origin: string): Promise<string> {
	const headers = await signUp(origin, "bench@example.test");
	const form = new FormData();
	form.set("title", "Winter light, Lofoten");
	form.set("price", "24.00");
	for (const { name, mimeType, buffer } of pictures(9))
		form.append("files", new File([new Uint8Array(buffer)], name, { type: mimeType }));
	const published = await fetch(`${origin}/api/file-shares`, {
		method: "POST",
		headers,
		body: form,
	});
	if (!published.ok) throw new Error(`publish: ${published.status} ${await published.text()}`);
	const { fileShare }: CreatedShare = await published.json();
	return `/share/${fileShare.shareId}`;
}

export async function withServedSite<T>(act: (site: ServedSite) => Promise<T>): Promise<T> {
	return withServer({ port: PORT, sandboxPort: SANDBOX_PORT }, async (origin) =>
		act({ origin, sharePath: await publish(origin) }),
	);
}
