import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { addDiscount, freshHandle, OWN_PAGE, publishShare, registerCreator } from "./accounts.ts";
import { verifiedCreator } from "./mailbox.ts";
import { becomePro, buyByCard, claimDirect, type NewRequest } from "./money.ts";
import { openConsole } from "./operator.ts";
import { pictures } from "./pictures.ts";
import { test as base, type ProfileOptions } from "./profiles.ts";
import { note, pdf, photo, song } from "./sample-files.ts";

type State = Awaited<ReturnType<APIRequestContext["storageState"]>>;

/** Each user has a browser with its own cookies. */
export type Who =
	| "visitor"
	| "creator"
	| "newcomer"
	| "spent"
	| "uploader"
	| "sanctioned"
	| "bundler"
	| "buyer"
	| "claimant"
	| "declined";

/** Created once per run, over HTTP. */
export type SampleData = {
	people: Record<Who, State>;
	/** slugs of the creator's shares */
	shares: {
		main: string;
		single: string;
		soldOut: string;
		stopped: string;
		forClient: string;
		/** the buyer chooses the price */
		chosen: string;
		bundle: string;
	};
	/** handles of the creator's and the newcomer's pages; the newcomer lists nothing */
	pages: { creator: string; newcomer: string };
};

const NOBODY: State = { cookies: [], origins: [] };

async function makeSampleData(newRequest: NewRequest): Promise<SampleData> {
	const creator = await newRequest();
	await verifiedCreator(creator, { firstName: "Mara", lastName: "Lindqvist" });
	await becomePro(creator);
	const send = async (method: "post" | "patch" | "put", path: string, data: unknown) => {
		const response = await creator[method](path, { headers: OWN_PAGE, data });
		expect(response.status(), await response.text()).toBe(200);
	};
	await send("patch", "/api/user", { displayName: "Mara Lindqvist Studio" });
	await send("post", "/api/setup-cashapp", { cashAppHandle: "$maralindqvist" });

	const light = pictures(9);
	const shares = {
		main: await publishShare(creator, {
			title: "Winter light, Lofoten",
			price: "24.00",
			files: [
				...light.map((file) => ({ ...file, folder: "Images" })),
				song("harbour at night.mp3", 6),
				{ ...pdf("licence.pdf"), folder: "Documents" },
				{ ...note("read me.txt"), folder: "Documents" },
			],
		}),
		single: await publishShare(creator, {
			title: "Preset pack",
			price: "0.25",
			files: [note("presets.json.txt")],
		}),
		soldOut: await publishShare(creator, {
			title: "The one print",
			price: "480.00",
			files: light.slice(0, 1),
		}),
		stopped: await publishShare(creator, {
			title: "Summer workshop notes",
			price: "12.00",
			files: [pdf("workshop.pdf")],
		}),
		forClient: await publishShare(creator, {
			title: "Wedding of Ines & Tom",
			price: "900.00",
			files: light.slice(2, 6),
		}),
	};
	const change = (slug: string, fields: unknown) =>
		send("patch", `/api/file-shares/${slug}`, fields);
	await change(shares.main, {
		description:
			"Nine photographs from a week on the islands, edited, in full size. License for print and web included.",
	});
	await change(shares.soldOut, { maxSales: 1 });
	await change(shares.forClient, { saleMode: "link" });
	await change(shares.stopped, { selling: false });
	const pages = { creator: freshHandle("mara"), newcomer: freshHandle("noor") };
	await send("put", "/api/creator-page", {
		handle: pages.creator,
		line: "Light, water and the far north. Prints, presets and field recordings from Lofoten.",
		links: ["https://www.example.com/mara", "https://photographs.example.org"],
	});
	await send("put", "/api/creator-page/avatar", photo("mara.png", 400, 480, 2).buffer);
	for (const slug of [shares.main, shares.single, shares.soldOut])
		await change(slug, { listed: true });

	for (const code of [
		{ code: "SPRING26", name: "Newsletter in May", percent: 20, maxUses: 50 },
		{ code: "FRIENDS", percent: 100, shareIds: [shares.main, shares.forClient] },
		{ code: "PRINT50", amount: "50.00", shareIds: [shares.soldOut], active: false },
	])
		await addDiscount(creator, code);

	const buyer = await newRequest();
	await buyByCard(buyer, shares.main, "ines@example.test");
	await buyByCard(await newRequest(), shares.soldOut, "gallery@example.test");
	const claimant = await newRequest();
	await claimDirect(claimant, shares.main, "WAITING1", "tom@example.test");
	const declined = await newRequest();
	const claimId = await claimDirect(declined, shares.single, "WRONG123", "kim@example.test");
	await send("post", `/api/direct-claims/${claimId}/decline`, { reason: "not_found" });

	const newcomer = await newRequest();
	await registerCreator(newcomer, { firstName: "Noor", lastName: "Ali" });
	const newPage = await newcomer.put("/api/creator-page", {
		headers: OWN_PAGE,
		data: { handle: pages.newcomer },
	});
	expect(newPage.status(), await newPage.text()).toBe(200);
	const spent = await newRequest();
	await registerCreator(spent, { firstName: "Sam", lastName: "Okoye" });
	for (let n = 1; n <= 3; n++)
		await publishShare(spent, { title: `Set ${n}`, files: [note(`${n}.txt`)] });

	// Leaves uploads unfinished, which would appear on another user's dashboard.
	const uploader = await newRequest();
	await registerCreator(uploader, { firstName: "Uma", lastName: "Berg" });
	await becomePro(uploader);

	const sanctioned = await newRequest();
	const { email: suspended } = await registerCreator(sanctioned, { firstName: "Jo" });
	const operator = await openConsole(newRequest);
	await operator.takeDown(
		await publishShare(sanctioned, { title: "Old maps", files: [note("1.txt")] }),
		{
			text: "The publisher of these maps has shown us that they are theirs.",
		},
	);
	await operator.suspend(suspended, { text: "This is the third set of somebody else’s work." });

	const chooser = await newRequest();
	await registerCreator(chooser, { firstName: "Lea" });
	const chosen = await publishShare(chooser, {
		title: "Field recordings",
		price: "3.00",
		files: [song("rain.mp3", 3)],
	});
	const priced = await chooser.patch(`/api/file-shares/${chosen}`, {
		headers: OWN_PAGE,
		data: { pricing: "chosen", price: "3.00", suggestedPrice: "8.00" },
	});
	expect(priced.status(), await priced.text()).toBe(200);

	const bundler = await newRequest();
	await registerCreator(bundler, { firstName: "Ida" });
	const parts = [
		await publishShare(bundler, {
			title: "Fjords",
			price: "14.00",
			files: light.slice(0, 3),
		}),
		await publishShare(bundler, {
			title: "Sounds of the shore",
			price: "8.00",
			files: [song("shore.mp3", 3)],
		}),
		await publishShare(bundler, {
			title: "A guide to the coast road, with maps and timetables",
			price: "9.50",
			files: [pdf("guide.pdf"), note("timetables.txt")],
		}),
	];
	const bundle = await bundler.post("/api/bundles", {
		headers: OWN_PAGE,
		data: { title: "The coast road", price: "24.00", ownedParts: "less", parts },
	});
	expect(bundle.status(), await bundle.text()).toBe(201);
	const { fileShare } = await bundle.json();

	const stateOf = (request: APIRequestContext) => request.storageState();
	return {
		people: {
			visitor: NOBODY,
			creator: await stateOf(creator),
			newcomer: await stateOf(newcomer),
			spent: await stateOf(spent),
			uploader: await stateOf(uploader),
			sanctioned: await stateOf(sanctioned),
			bundler: await stateOf(bundler),
			buyer: await stateOf(buyer),
			claimant: await stateOf(claimant),
			declined: await stateOf(declined),
		},
		shares: { ...shares, chosen, bundle: fileShare.shareId },
		pages,
	};
}

/** Created when the first test runs. */
export const test = base.extend<
	{ openAs: (who: Who, options?: ProfileOptions) => Promise<Page> },
	{ sampleData: SampleData }
>({
	sampleData: [
		async ({ playwright }, use, { project }) => {
			const { baseURL } = project.use;
			const contexts: APIRequestContext[] = [];
			const sampleData = await makeSampleData(async () => {
				const context = await playwright.request.newContext({ ...(baseURL && { baseURL }) });
				contexts.push(context);
				return context;
			});
			await use(sampleData);
			for (const context of contexts) await context.dispose();
		},
		{ scope: "worker", timeout: 240_000 },
	],
	openAs: async ({ newProfile, sampleData }, use) => {
		await use(async (who, options = {}) => {
			const { viewport, colorScheme, locale, timezoneId, ...rest } = options;
			const context = await newProfile(rest);
			await context.addCookies(sampleData.people[who].cookies);
			const page = await context.newPage();
			// Set on the page, so that tests of all sizes, themes, languages and times of day use the same
			// profiles.
			if (viewport) await page.setViewportSize(viewport);
			await page.emulateMedia({ reducedMotion: "reduce", ...(colorScheme && { colorScheme }) });
			if (locale || timezoneId) {
				const session = await context.newCDPSession(page);
				if (locale) {
					const userAgent = await page.evaluate(() => navigator.userAgent);
					await session.send("Emulation.setLocaleOverride", { locale });
					await session.send("Emulation.setUserAgentOverride", {
						userAgent,
						acceptLanguage: locale,
					});
				}
				if (timezoneId) await session.send("Emulation.setTimezoneOverride", { timezoneId });
			}
			return page;
		});
	},
});

export { expect };
