import { act, fireEvent } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type {
	ShareFile,
	ShareResponse,
} from "../../../../worker/catalogue/shares/contract/shares.ts";
import { fileOf, shareOf } from "../../../../worker/test/fixtures/share-page.ts";
import { wordOf } from "../../../lib/buying/basket.ts";
import { show } from "../../../test/render.tsx";
import { LateChoosing } from "../late-choosing.ts";
import { usePicking } from "../picking.tsx";
import { fetchChoice } from "../queries/choice.ts";
import { PickedShare } from "./picked-share.tsx";

vi.mock("../queries/choice.ts", () => ({
	fetchChoice: vi.fn(async () => ({ choice: null })),
	saveChoice: vi.fn(),
}));

const SINGLES = {
	filePrice: "8.00",
	packages: [{ files: 4, price: "20.00" }],
	included: 0,
	web: { edge: 2048, filePrice: "3.00", price: "12.00" },
};

const filesOf = (count: number, fields: Partial<ShareFile> = {}) =>
	Array.from({ length: count }, (_, position) =>
		fileOf({
			id: `file-${position}`,
			originalName: `${position}.jpg`,
			position,
			webSize: 1,
			...fields,
		}),
	);

function shareWith(
	files: ShareFile[],
	rest: Partial<ShareResponse> = {},
	singles: object = SINGLES,
) {
	return shareOf(files, { singles: { ...SINGLES, ...singles }, price: "40.00" }, rest);
}

function Picks() {
	const picking = usePicking();
	if (!picking) return null;
	return (
		<>
			<picking.Filters />
			<ul>
				{picking.files.map((file) => (
					<li key={file.id}>
						<picking.Heart file={file} on="tile" />
					</li>
				))}
			</ul>
			<picking.Bar closed={null} />
		</>
	);
}

const open = (page: ShareResponse) => {
	const screen = show(
		<PickedShare page={page}>
			<Picks />
		</PickedShare>,
	);
	const hearts = () => screen.getAllByRole("button", { name: /^Favorite / });
	const tap = (...at: number[]) => {
		for (const index of at)
			fireEvent.click(screen.getByRole("button", { name: `Favorite ${index}.jpg` }));
	};
	const pressed = () =>
		hearts().flatMap((heart) =>
			heart.getAttribute("aria-pressed") === "true" ? [heart.getAttribute("aria-label")] : [],
		);
	const pay = () => screen.getByRole("link", { name: /^Pay · / });
	return { ...screen, hearts, tap, pressed, pay };
};

beforeEach(() => {
	localStorage.clear();
	history.replaceState(null, "", "/share/slug");
});

test("keeps hearts for the next visit", () => {
	const page = shareWith(filesOf(5));
	const first = open(page);
	first.tap(1, 3, 3);
	expect(first.pressed()).toEqual(["Favorite 1.jpg"]);
	first.unmount();
	expect(open(page).pressed()).toEqual(["Favorite 1.jpg"]);
});

test.each<[string, number[], RegExp, RegExp | null]>([
	["single prices", [0, 1], /^2 photos$/, /All 9 for \$24 more/],
	["a package, which it names", [0, 1, 2], /^3 photos · 4 for \$20$/, /All 9 for \$20 more/],
	["the whole share, which is then bought", [0, 1, 2, 3, 4, 5, 6, 7], /you get them all/, null],
])("prices a selection by %s", (_, chosen, said, all) => {
	const screen = open(shareWith(filesOf(9)));
	screen.tap(...chosen);
	expect(screen.getByRole("status").textContent).toMatch(said);
	if (all) screen.getByRole("link", { name: all });
	else expect(screen.queryByRole("link", { name: /^All/ })).toBeNull();
});

test("prices and orders the chosen size, for pictures only", async () => {
	const files = [...filesOf(6), fileOf({ id: "film", originalName: "6.jpg", position: 6 })];
	const screen = open(shareWith(files));
	screen.tap(0, 6);
	expect(screen.pay().textContent).toBe("Pay · $16");
	await screen.user.click(screen.getByLabelText("Web size"));
	expect(screen.pay().textContent).toBe("Pay · $11");
	const href = new URL(screen.pay().getAttribute("href") ?? "", location.origin);
	expect(href.pathname).toBe("/payment/slug");
	expect(href.searchParams.get("items")).toBe(
		`${wordOf(files, ["film"])}.${wordOf(files, ["file-0"])}`,
	);
	// At the price of all pictures in this size, all are ordered.
	const allWeb = `.${encodeURIComponent("*")}`;
	const all = screen.getByRole("link", { name: "All in web size for $9 more" });
	expect(all.getAttribute("href")).toContain(allWeb);
	screen.tap(1, 2, 3);
	expect(screen.getByRole("status").textContent).toMatch(/all photos in web size/);
	screen.getByRole("link", { name: /^All 7 for/ });
	expect(screen.pay().getAttribute("href")).toContain(allWeb);
});

test("sells all pictures in the smaller size from the list of prices", () => {
	const files = filesOf(6);
	function Card() {
		const picking = usePicking();
		return picking && <picking.InCard />;
	}
	const allWeb = (page: ShareResponse) => {
		const screen = show(
			<PickedShare page={page}>
				<Card />
			</PickedShare>,
		);
		const link = screen.queryByRole("link", { name: /^All in web size for/ });
		screen.unmount();
		return link && [link.textContent, link.getAttribute("href")];
	};
	expect(allWeb(shareWith(files))).toEqual(["All in web size for $12", "/payment/slug?items=.*"]);
	expect(allWeb(shareWith(files, {}, { web: undefined }))).toBeNull();
	expect(allWeb(shareWith(filesOf(6, { bought: "web" })))).toBeNull();
});

test("sells bought web sizes that have a heart in full size", async () => {
	const files = filesOf(2, { bought: "web" });
	const basket = { paid: "6.00", whole: "34.00", freeHad: 0, freeLeft: 0 };
	const screen = open(shareWith(files, { basket }));
	screen.getByText("Tap the hearts to buy single files, $8 each");
	screen.tap(0);
	await screen.user.click(screen.getByLabelText("Web size"));
	expect(screen.queryByRole("link", { name: /^Pay/ })).toBeNull();
	await screen.user.click(screen.getByLabelText("Full size"));
	expect(screen.pay().textContent).toBe("Pay · $5");
});

test.each([
	["half", true, 5000, "20.00", "Pay · $4"],
	["free, without cards", false, 10_000, "0.00", "Get it for free"],
])("prices files with a code that makes them %s", (_, acceptsCard, percentBps, price, name) => {
	const reduction = { percentBps, amountCents: null, belowMinimum: "free" as const };
	const discount = { code: "OFF", price, suggestedPrice: null, refused: null, reduction };
	const page = shareWith(filesOf(9), { discount });
	const screen = open({ ...page, creator: { ...page.creator, acceptsCard } });
	screen.tap(0);
	const href = screen.getByRole("link", { name }).getAttribute("href") ?? "";
	const { pathname, searchParams } = new URL(href, location.origin);
	expect(pathname).toBe("/payment/slug");
	expect(searchParams.get("code")).toBe("OFF");
});

test("doesn't price what is bought, or sold only with the whole share", () => {
	const [bought, smaller, whole, other] = filesOf(4);
	const files = [
		{ ...bought, bought: "full" },
		{ ...smaller, bought: "web" },
		{ ...whole, wholeOnly: true },
		other,
	] as ShareFile[];
	const basket = { paid: "11.00", whole: "29.00", freeHad: 0, freeLeft: 0 };
	const screen = open(shareWith(files, { basket }, { packages: [] }));
	screen.tap(0, 2);
	expect(screen.queryByRole("link", { name: /^Pay/ })).toBeNull();
	screen.tap(1);
	// The original costs what the smaller size doesn't cover yet.
	expect(screen.pay().textContent).toBe("Pay · $5");
	screen.tap(3);
	expect(screen.pay().textContent).toBe("Pay · $13");
});

test("filters by favorites as they were, and by what is bought", async () => {
	const [first, ...others] = filesOf(4);
	const screen = open(shareWith([{ ...first, bought: "full" } as ShareFile, ...others]));
	screen.tap(2, 3);
	await screen.user.click(screen.getByLabelText("Favorites · 2"));
	expect(screen.hearts()).toHaveLength(2);
	screen.tap(2);
	expect(screen.hearts()).toHaveLength(2);
	screen.tap(3);
	expect((screen.getByLabelText("Favorites · 0") as HTMLInputElement).checked).toBe(true);
	await screen.user.click(screen.getByLabelText("Bought · 1"));
	expect(screen.hearts().map((heart) => heart.getAttribute("aria-label"))).toEqual([
		"Favorite 0.jpg",
	]);
});

test("takes over the favorites of a link without losing one's own", async () => {
	const files = filesOf(6);
	localStorage.setItem(
		"hearts:slug",
		JSON.stringify({ ids: ["file-0"], edition: "full", counted: { seen: [], hearts: [] } }),
	);
	history.replaceState(null, "", `/share/slug#hearts=${wordOf(files, ["file-2", "file-4"])}`);
	const screen = open(shareWith(files));
	screen.getByText(/Someone shared 2 favorites/);
	expect(screen.hearts()).toHaveLength(2);
	expect(screen.pressed()).toEqual([]);
	await screen.user.click(screen.getByRole("button", { name: "Add to my favorites" }));
	expect(screen.pressed()).toEqual(["Favorite 0.jpg", "Favorite 2.jpg", "Favorite 4.jpg"]);
	expect(location.hash).toBe("");
});

test("counts each file once per browser", async () => {
	const sent: unknown[] = [];
	const bodies: Promise<void>[] = [];
	vi.stubGlobal("navigator", {
		...navigator,
		sendBeacon: (_: string, body: Blob) => {
			bodies.push(body.text().then((text) => void sent.push(JSON.parse(text))));
			return true;
		},
	});
	const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
	const leave = () => act(() => document.dispatchEvent(new Event("visibilitychange")));
	const screen = open(shareWith(filesOf(3)));
	screen.tap(0);
	leave();
	leave();
	screen.tap(1);
	leave();
	await Promise.all(bodies);
	expect(sent).toEqual([
		{ seen: [], hearts: ["file-0"] },
		{ seen: [], hearts: ["file-1"] },
	]);
	hidden.mockRestore();
});

test.each([
	["reads an earlier choice", true, 1],
	["reads no earlier choice for a page that is only shown", false, 0],
])("%s", async (_, isUsed, reads) => {
	vi.mocked(fetchChoice).mockClear();
	await LateChoosing.load();
	const choosing = { count: 2, open: true };
	const page = shareOf(filesOf(3), { choosing });
	const { findByText } = show(
		<PickedShare page={page} isUsed={isUsed}>
			<Picks />
		</PickedShare>,
	);
	await findByText("0 of 2 chosen");
	expect(fetchChoice).toHaveBeenCalledTimes(reads);
});
