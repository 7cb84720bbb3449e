import { fireEvent } from "@testing-library/react";
import { useReducer, useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { shareOf } from "../../../../worker/test/fixtures/share-page.ts";
import { show } from "../../../test/render.tsx";
import { draftAfter, EMPTY_DRAFT } from "../organise/draft.ts";
import { type Details, EMPTY_DETAILS } from "../screen/details.ts";
import { samplesOf } from "../screen/samples-choice.tsx";
import { pickSample, SeenChoices } from "../screen/seen-choices.tsx";
import { ShownPage } from "./shown-page.tsx";

vi.mock("../use-owner.ts", () => ({ useOwner: () => ({ id: "ada", name: "Ada" }) }));

const NAMES = ["a.jpg", "b.jpg", "c.jpg", "d.jpg"];

type Latest = { details?: Details; samples?: readonly string[] };

beforeEach(() =>
	vi.stubGlobal(
		"ResizeObserver",
		class {
			observe() {}
			disconnect() {}
		},
	),
);

/** `latest` gets the details and the samples of each state. */
function Form({ latest }: { latest: Latest }) {
	const files = NAMES.map((name) => new File(["x"], name));
	const [draft, act] = useReducer(draftAfter, EMPTY_DRAFT, (empty) =>
		draftAfter(empty, { type: "add", files, isNested: true }),
	);
	const [details, setDetails] = useState(EMPTY_DETAILS);
	const onChange = (change: Partial<Details>) => setDetails({ ...details, ...change });
	const seen = { draft, act, details, onChange };
	latest.details = details;
	latest.samples = samplesOf(draft, details).map(
		(sample) => draft.files.find(({ key }) => key === sample)?.file.name ?? "",
	);
	const Page = () =>
		draft.files.map(({ key, file }) => (
			<p key={key} data-file={key}>
				{file.name} on the page
			</p>
		));
	return (
		<>
			<SeenChoices {...seen} />
			<ShownPage
				page={shareOf([])}
				BuyersPage={Page}
				onPick={(key: number) => pickSample(seen, key)}
			/>
		</>
	);
}

function open() {
	const latest: Latest = {};
	const shown = show(<Form latest={latest} />);
	function tap(name: string) {
		const tile = shown.getByText(`${name} on the page`);
		vi.spyOn(tile, "getBoundingClientRect").mockReturnValue(new DOMRect(10, 10, 10, 10));
		const place = shown.getByRole("figure", { name: "Your page" }).firstElementChild;
		if (place) fireEvent.click(place, { clientX: 15, clientY: 15 });
		vi.mocked(tile.getBoundingClientRect).mockReturnValue(new DOMRect());
	}
	return { ...shown, latest, tap };
}

test("makes a tapped picture a sample, of three at most, and blurs it when tapped again", () => {
	const { latest, tap, getByText } = open();
	expect(latest.samples).toEqual(["a.jpg"]);
	for (const name of ["b.jpg", "c.jpg", "d.jpg"]) tap(name);
	expect(latest.samples).toEqual(["b.jpg", "c.jpg", "d.jpg"]);
	getByText("3 pictures are sharp");
	tap("c.jpg");
	expect(latest.samples).toEqual(["b.jpg", "d.jpg"]);
});

test("remembers that there are no samples", () => {
	const { latest, tap } = open();
	tap("a.jpg");
	expect(latest).toMatchObject({ samples: [], details: { noSamples: true } });
	tap("b.jpg");
	expect(latest).toMatchObject({ samples: ["b.jpg"], details: { noSamples: false } });
});

test("takes the name off the samples, and shows nothing on demand", async () => {
	const { latest, tap, user, getByText, getByRole } = open();
	await user.click(getByText("One picture is sharp"));
	await user.click(getByRole("checkbox", { name: "With my name across it" }));
	expect(latest.details?.samplesMarked).toBe(false);
	await user.click(getByRole("radio", { name: "No previews" }));
	tap("b.jpg");
	expect(latest.samples).toEqual([]);
});
