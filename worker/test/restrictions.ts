import { expect } from "vitest";
import type { ErrorBody } from "../contract/errors.ts";
import { type Offer, offer } from "./cached-pages.ts";
import { call, cookiesOf } from "./test-app.ts";

type Cookies = Record<string, string>;

/** The password of the shares below. */
export const SHARE_PASSWORD = "a walk by the sea";
/** The cookie of browsers that have given it. */
export const UNLOCKED = "__Host-unlocked";

/** The code of a refusal. */
export const codeOf = async (response: Response) => (await response.json<ErrorBody>()).code;

/** Changes the share as its creator. */
export const edited = (it: Pick<Offer, "share" | "creator">, json: object) =>
	call("PATCH", `/api/file-shares/${it.share.slug}`, json, it.creator.cookies);

/** Sends a password. */
export const unlock = (slug: string, password = SHARE_PASSWORD, cookies: Cookies = {}) =>
	call("POST", `/api/file-shares/${slug}/unlock`, { password }, cookies);

/** A share with a text, a picture and the password. */
export async function lockedOffer(fields: Parameters<typeof offer>[0] = {}): Promise<Offer> {
	const it = await offer({ title: "Sunrise on Lofoten", description: "Fifty pictures", ...fields });
	expect((await edited(it, { password: SHARE_PASSWORD })).status).toBe(200);
	return it;
}

/** The cookie of a browser that has given the password. */
export async function unlockedBy(slug: string, password = SHARE_PASSWORD): Promise<Cookies> {
	const response = await unlock(slug, password);
	expect(response.status).toBe(204);
	return { [UNLOCKED]: cookiesOf(response)[UNLOCKED] ?? "" };
}
