import { randomBytes } from "node:crypto";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import type { ShareResponse } from "../../../worker/catalogue/shares/contract/shares.ts";
import { openScreen } from "./page-checks.ts";
import type { SampleFile } from "./sample-files.ts";

export const PASSWORD = "zebra8fjord";

/** Browsers send it with requests from our own page; the server requires it with cookies. */
export const OWN_PAGE = { "sec-fetch-site": "same-origin" };

export function freshEmail(who = "creator"): string {
	return `${who}-${randomBytes(6).toString("hex")}@example.test`;
}

export function freshHandle(who = "creator"): string {
	return `${who}-${randomBytes(6).toString("hex")}`;
}

/** The request context keeps the session's cookie. */
export async function registerCreator(
	request: APIRequestContext,
	fields: Record<string, string> = {},
): Promise<{ email: string }> {
	const email = freshEmail();
	const response = await request.post("/api/register", {
		headers: OWN_PAGE,
		data: {
			email,
			password: PASSWORD,
			plan: "free",
			firstName: "Ada",
			lastName: "Meyer",
			...fields,
		},
	});
	expect(response.status(), await response.text()).toBe(201);
	return { email };
}

export async function signOut(page: Page): Promise<void> {
	await openScreen(page, "/dashboard");
	await page.getByRole("button", { name: "Log out" }).click();
	// The dashboard may have the same address, so only the visitor's page shows it.
	await expect(page.getByRole("link", { name: "Sign In" }).first()).toBeVisible();
}

type ShareFields = {
	title?: string;
	price?: string;
	files: { file: SampleFile; folder?: string }[];
};

/** In a single request. Publishing waits three seconds for previews of pictures, a busy machine for those of a job. */
export async function publishShare(
	request: APIRequestContext,
	{ title = "A small set", price = "9.99", files }: ShareFields,
): Promise<string> {
	const form = new FormData();
	form.set("title", title);
	form.set("price", price);
	for (const { file, folder = "" } of files) {
		form.append(
			"files",
			new File([new Uint8Array(file.buffer)], file.name, { type: file.mimeType }),
		);
		form.append("folderPaths", folder);
	}
	const response = await request.post("/api/file-shares", {
		headers: OWN_PAGE,
		multipart: form,
	});
	expect(response.status(), await response.text()).toBe(201);
	const { fileShare }: ShareResponse = await response.json();
	const unseen = async () => {
		const shown = await request.get(`/api/file-shares/${fileShare.shareId}`);
		const { files }: ShareResponse = await shown.json();
		return files
			.filter(({ icon, preview }) => icon === "image" && preview === null)
			.map(({ originalName }) => originalName);
	};
	if (files.some(({ file }) => file.mimeType.startsWith("image/")))
		await expect.poll(unseen, { timeout: 120_000 }).toEqual([]);
	return fileShare.shareId;
}

export async function addDiscount(
	request: APIRequestContext,
	data: Record<string, unknown>,
): Promise<void> {
	const response = await request.post("/api/discounts", { headers: OWN_PAGE, data });
	expect(response.status(), await response.text()).toBe(201);
}
