import { type Browser, type BrowserContext, test as base, type CDPSession } from "@playwright/test";
import { sandboxUrl } from "./money.ts";

/** What a profile is opened with. */
export type ProfileOptions = NonNullable<Parameters<Browser["newContext"]>[0]>;
/** Opens a profile without cookies or stored data. */
export type NewProfile = (options?: ProfileOptions) => Promise<BrowserContext>;
type Profile = {
	context: BrowserContext;
	/** a blank page stays open, by which the profile is emptied */
	session: CDPSession;
	key: string;
};

/** More are rarely open at once, and each takes memory. */
const MOST_IDLE = 4;

async function openProfile(browser: Browser, options: ProfileOptions): Promise<Profile> {
	const context = await browser.newContext(options);
	const session = await context.newCDPSession(await context.newPage());
	return { context, session, key: JSON.stringify(options) };
}

/** Removes all that a test has left in a profile, except what the browser has cached. */
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
 * Tests with browser profiles of their own, as far as a page can tell: what the browser has cached of the
 * app's files stays from one test to the next. Fetching and compiling them anew takes longer than most
 * tests do. Not for tests that replace the clock, which a profile keeps.
 */
export const test = base.extend<
	{
		/** Further profiles beside that of `page`. */
		newProfile: NewProfile;
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
	// The browser's own, which is English: in a profile that has one, a page can have no other.
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter
	locale: async ({}, use) => {
		await use(undefined);
	},
	context: async ({ newProfile }, use) => {
		await use(await newProfile());
	},
});
