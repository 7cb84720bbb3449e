import {
	type APIRequestContext,
	type Browser,
	type BrowserContext,
	test as base,
	type CDPSession,
} from "@playwright/test";
import { type NewRequest, sandboxUrl } from "./money.ts";

export type ProfileOptions = NonNullable<Parameters<Browser["newContext"]>[0]>;
/** Without cookies or stored data. */
export type NewProfile = (options?: ProfileOptions) => Promise<BrowserContext>;
type Profile = {
	context: BrowserContext;
	/** of a blank page that stays open, used to empty the profile */
	session: CDPSession;
	key: string;
};

/** More are rarely open at the same time, and each takes memory. */
const MOST_IDLE = 4;

async function openProfile(browser: Browser, options: ProfileOptions): Promise<Profile> {
	const context = await browser.newContext(options);
	const session = await context.newCDPSession(await context.newPage());
	return { context, session, key: JSON.stringify(options) };
}

/** Keeps the browser's cache. */
async function empty({ context, session }: Profile, origins: readonly string[]): Promise<void> {
	const [, ...opened] = context.pages();
	await Promise.all(opened.map((page) => page.close()));
	await context.unrouteAll({ behavior: "ignoreErrors" });
	await context.setOffline(false);
	await context.clearPermissions();
	await context.clearCookies();
	for (const origin of origins)
		await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
}

/**
 * Fresh browser profiles, as far as a page can tell: the browser's cache of the app's files
 * survives, since fetching and compiling them takes longer than most tests. Not for tests that
 * replace the clock, which a profile keeps.
 */
export const test = base.extend<
	{
		newProfile: NewProfile;
		newRequest: NewRequest;
	},
	{ idleProfiles: Profile[] }
>({
	idleProfiles: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter
		async ({}, use) => {
			await use([]);
		},
		{ scope: "worker" },
	],
	newProfile: async ({ browser, baseURL, idleProfiles }, use) => {
		const taken: Profile[] = [];
		await use(async (options = {}) => {
			const key = JSON.stringify(options);
			const at = idleProfiles.findIndex((profile) => profile.key === key);
			const [idle] = at < 0 ? [] : idleProfiles.splice(at, 1);
			const profile = idle ?? (await openProfile(browser, options));
			taken.push(profile);
			return profile.context;
		});
		for (const profile of taken) {
			await empty(profile, [new URL(baseURL ?? "").origin, sandboxUrl()]);
			idleProfiles.push(profile);
		}
		while (idleProfiles.length > MOST_IDLE) await idleProfiles.shift()?.context.close();
	},
	newRequest: async ({ playwright, baseURL }, use) => {
		const made: APIRequestContext[] = [];
		await use(async () => {
			const request = await playwright.request.newContext({ baseURL: String(baseURL) });
			made.push(request);
			return request;
		});
		for (const request of made) await request.dispose();
	},
	// The browser's own, which is English: in a profile that has one, a page can have no other.
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter
	locale: async ({}, use) => {
		await use(undefined);
	},
	context: async ({ newProfile }, use) => {
		await use(await newProfile());
	},
});
