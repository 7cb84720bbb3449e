import { beforeEach, expect, test, vi } from "vitest";
import type { ShareResponse } from "../../../../worker/catalogue/shares/contract/shares.ts";
import { fileOf, shareOf } from "../../../../worker/test/fixtures/share-page.ts";
import { show } from "../../../test/render.tsx";
import { HeartsContext, openHearts } from "../singles/hearts.ts";
import { ChoosingBar } from "./choosing-bar.tsx";
import { ChoiceContext } from "./use-choice.ts";

const SINGLES = { filePrice: "15.00", packages: [], included: 2 };
const files = Array.from({ length: 6 }, (_, position) =>
	fileOf({ id: `file-${position}`, position, webSize: 1 }),
);

function open(share: Partial<ShareResponse["fileShare"]>, chosen: number) {
	const page = shareOf(files, {
		price: "40.00",
		fileCount: 6,
		choosing: { count: 4, open: true },
		...share,
	});
	const hearts = openHearts("slug");
	hearts.add(files.slice(0, chosen).map(({ id }) => id));
	const view = { filter: null, setFilter: vi.fn(), shared: null, dismiss: vi.fn() };
	const choice = {
		known: null,
		chosen,
		comments: new Map<string, string>(),
		comment: vi.fn(),
		unsaved: null,
		isSending: false,
		begin: vi.fn(),
		send: vi.fn(),
		isPanelOpen: false,
		setPanelOpen: vi.fn(),
	};
	return show(
		<HeartsContext value={{ page, hearts, ...view }}>
			<ChoiceContext value={choice}>
				<ChoosingBar />
			</ChoiceContext>
		</HeartsContext>,
	);
}

beforeEach(() => localStorage.clear());

test("says what files cost before any is chosen", () => {
	const stateOf = (share: Parameters<typeof open>[0]) => {
		const screen = open(share, 0);
		const text = screen.getByRole("status").lastElementChild?.textContent;
		screen.unmount();
		return text;
	};
	expect(stateOf({ singles: SINGLES })).toBe(
		"Tap the hearts to choose. The first 2 are included, then $15 each.",
	);
	expect(stateOf({ singles: { ...SINGLES, included: 0 } })).toBe(
		"Tap the hearts to choose, $15 each",
	);
	expect(stateOf({ singles: null })).toBe("Tap the hearts to choose");
});

test("explains the price of the chosen files", () => {
	const some = open({ singles: SINGLES }, 3);
	some.getByText("· 2 free");
	some.getByRole("button", { name: "Send my choice · $15" });
	some.unmount();
	const all = open({ singles: SINGLES }, 5);
	all.getByText(/that’s the price of all 6/);
	all.getByRole("button", { name: "Send my choice · $40" });
});

test("offers the size where both are sold", async () => {
	const web = { edge: 2048, filePrice: "4.00", price: "20.00" };
	const screen = open({ singles: { ...SINGLES, included: 0, web } }, 2);
	await screen.user.click(screen.getByLabelText("Web size"));
	screen.getByRole("button", { name: "Send my choice · $8" });
});
