import { useState } from "react";
import { expect, test } from "vitest";
import type { MyShare } from "../../../worker/catalogue/shares/contract/shares.ts";
import { shareOf } from "../../../worker/test/fixtures/share-page.ts";
import { show } from "../../test/render.tsx";
import { PartOrder } from "./part-order.tsx";
import { PartPicker } from "./part-picker.tsx";

const mine = (shareId: string, fields: Partial<MyShare> = {}): MyShare => ({
	...shareOf([]).fileShare,
	shareId,
	title: `Share ${shareId}`,
	cover: null,
	files: [],
	samples: [],
	samplesMarked: true,
	sales: 0,
	earned: "0.00",
	net: "0.00",
	views: 0,
	listed: false,
	indexed: false,
	opensAt: null,
	endsAccess: false,
	hasPassword: false,
	externalId: null,
	pendingClaims: 0,
	licence: null,
	...fields,
});

function Form({ shares }: { shares: readonly MyShare[] }) {
	const [chosen, setChosen] = useState<readonly string[]>([]);
	const parts = chosen.flatMap((slug) => shares.find(({ shareId }) => shareId === slug) ?? []);
	return (
		<>
			<PartPicker shares={shares} chosen={chosen} onChoose={setChosen} />
			<PartOrder parts={parts} onChange={setChosen} />
			<output>{chosen.join(" ")}</output>
		</>
	);
}

test("ticks, moves and takes out shares", async () => {
	const page = show(<Form shares={["a", "b", "c"].map((slug) => mine(slug))} />);
	const order = () => page.container.querySelector("output")?.textContent;
	for (const title of ["Share c", "Share a", "Share b"])
		await page.user.click(page.getByRole("checkbox", { name: title }));
	expect(order()).toBe("c a b");
	page.getByText("3 chosen");
	await page.user.click(page.getByRole("button", { name: "Move Share b up" }));
	expect(order()).toBe("c b a");
	await page.user.click(page.getByRole("button", { name: "Take Share c out" }));
	expect(order()).toBe("b a");
	await page.user.click(page.getByRole("checkbox", { name: "Share b" }));
	expect(order()).toBe("a");
});

test("lists what can't be in a bundle with the reason", () => {
	const page = show(
		<Form
			shares={[
				mine("a"),
				mine("link", { saleMode: "link" }),
				mine("few", { maxSales: 3 }),
				mine("whole", { bundle: { ownedParts: "full", parts: [] } }),
				mine("gone", { status: "taken_down" }),
			]}
		/>,
	);
	expect(page.getAllByRole("checkbox")).toHaveLength(1);
	page.getByText("4 shares can’t be in a bundle");
	page.getByText("Sold once, for everyone with the link");
	page.getByText("Has a limited number of copies");
	page.getByText("Already a bundle");
});

test("shows twelve shares at first, and searches all", async () => {
	const shares = Array.from({ length: 20 }, (_, n) => mine(`${n}`, { title: `Coast ${n}` }));
	const page = show(<Form shares={shares} />);
	expect(page.getAllByRole("checkbox")).toHaveLength(12);
	await page.user.type(page.getByRole("searchbox"), "coast 1");
	expect(page.getAllByRole("checkbox")).toHaveLength(11);
	await page.user.clear(page.getByRole("searchbox"));
	await page.user.click(page.getByRole("button", { name: "Show all 20 shares" }));
	expect(page.getAllByRole("checkbox")).toHaveLength(20);
});

test("allows at most fifty shares", async () => {
	const shares = Array.from({ length: 51 }, (_, n) => mine(`${n}`));
	const chosen = shares.slice(1).map(({ shareId }) => shareId);
	const page = show(<PartPicker shares={shares} chosen={chosen} onChoose={() => undefined} />);
	page.getByText("50 chosen, the most a bundle can have");
	const [first, second] = page.getAllByRole<HTMLInputElement>("checkbox");
	expect([first?.disabled, second?.disabled]).toEqual([true, false]);
});
