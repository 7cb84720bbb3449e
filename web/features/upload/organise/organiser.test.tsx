import { useReducer } from "react";
import { expect, test, vi } from "vitest";
import { show } from "../../../test/render.tsx";
import { type Draft, draftAfter, EMPTY_DRAFT } from "./draft.ts";
import { Organiser } from "./organiser.tsx";

vi.mock("../use-owner.ts", () => ({ useOwner: () => ({ id: "ada", name: "Ada" }) }));

const files = ["keys.txt", "notes.txt", "song.mid"].map((name) => new File(["x"], name));

/** `drafts` receives each state of the draft. */
function Form({
	isNested,
	drafts,
	sellsSingles = false,
}: {
	isNested: boolean;
	drafts: Draft[];
	sellsSingles?: boolean;
}) {
	const added = draftAfter(EMPTY_DRAFT, { type: "add", files, isNested });
	const [draft, act] = useReducer(draftAfter, added);
	drafts.push(draft);
	return <Organiser draft={draft} act={act} isNested={isNested} sellsSingles={sellsSingles} />;
}

const hidden = (drafts: readonly Draft[]) =>
	drafts.at(-1)?.files.flatMap(({ file, noPreview }) => (noPreview ? [file.name] : []));

test("switches a file's preview off and on if its type has one", async () => {
	const drafts: Draft[] = [];
	const shown = show(<Form isNested={false} drafts={drafts} />);
	expect(shown.queryByText("No preview")).toBeNull();
	await shown.user.click(shown.getByRole("button", { name: "Options for keys.txt" }));
	await shown.user.click(shown.getByRole("menuitem", { name: "Show no preview" }));
	expect(hidden(drafts)).toEqual(["keys.txt"]);
	shown.getByText("No preview");
	shown.getByText("One file shows no preview.");

	await shown.user.click(shown.getByRole("button", { name: "Options for keys.txt" }));
	await shown.user.click(shown.getByRole("menuitem", { name: "Show the preview" }));
	expect(hidden(drafts)).toEqual([]);

	await shown.user.click(shown.getByRole("button", { name: "Options for song.mid" }));
	shown.getByRole("menuitem", { name: "New folder" });
	expect(shown.queryByRole("menuitem", { name: "Show no preview" })).toBeNull();
});

test("excludes a file from individual sale", async () => {
	const drafts: Draft[] = [];
	const { user, getByRole } = show(<Form isNested={false} drafts={drafts} sellsSingles />);
	await user.click(getByRole("button", { name: "Options for keys.txt" }));
	await user.click(getByRole("menuitem", { name: "Only with the whole share" }));
	expect(drafts.at(-1)?.files.map(({ wholeOnly }) => wholeOnly)).toEqual([true, false, false]);
	await user.click(getByRole("button", { name: "Options for keys.txt" }));
	await user.click(getByRole("menuitem", { name: "Sell it individually too" }));
	expect(drafts.at(-1)?.files.some(({ wholeOnly }) => wholeOnly)).toBe(false);
});

test("switches the previews of all selected files off and on", async () => {
	const drafts: Draft[] = [];
	const shown = show(<Form isNested drafts={drafts} />);
	expect(shown.queryByRole("button", { name: "Show no preview" })).toBeNull();
	for (const name of ["keys.txt", "notes.txt"])
		await shown.user.click(shown.getByRole("checkbox", { name: `Select ${name}` }));
	await shown.user.click(shown.getByRole("button", { name: "Show no previews" }));
	expect(hidden(drafts)).toEqual(["keys.txt", "notes.txt"]);
	await shown.user.click(shown.getByRole("button", { name: "Show the previews" }));
	expect(hidden(drafts)).toEqual([]);
});
