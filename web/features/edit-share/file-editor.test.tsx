import { useState } from "react";
import { expect, test, vi } from "vitest";
import { myShareOf } from "../../test/my-share.ts";
import { show } from "../../test/render.tsx";
import { FileEditor, type FileEdits, NO_EDITS } from "./file-editor.tsx";

const file = (id: string, more = {}) => ({ id, originalName: `${id}.txt`, size: 5, ...more });
vi.mock("../../lib/server/queries/share.ts", () => ({
	useShareResponse: () => ({
		data: { files: [file("keys", { noPreview: true }), file("notes"), file("words")] },
	}),
}));

function Form({ edits }: { edits: FileEdits[] }) {
	const [current, setCurrent] = useState(NO_EDITS);
	edits.push(current);
	const share = myShareOf({ shareId: "s1" });
	return <FileEditor share={share} edits={current} onChange={setCurrent} sellsSingles />;
}

test("previews are switched off and on for single files and for all, and only changes are sent", async () => {
	const edits: FileEdits[] = [];
	const shown = show(<Form edits={edits} />);
	const changes = () =>
		[...(edits.at(-1)?.fields ?? [])].map(([id, { noPreview }]) => [id, noPreview]);
	await shown.user.click(shown.getByText("Files and their order"));
	shown.getByText("1 shows no preview");
	expect(shown.queryByRole("checkbox")).toBeNull();
	await shown.user.click(shown.getByRole("button", { name: "Choose which files show a preview" }));
	expect(shown.queryByRole("button", { name: "Move notes.txt up" })).toBeNull();

	await shown.user.click(
		shown.getByRole("checkbox", { name: "Preview of notes.txt", checked: true }),
	);
	expect(changes()).toEqual([["notes", true]]);
	shown.getByText("2 show no preview");
	await shown.user.click(shown.getByRole("checkbox", { name: "Previews of all files" }));
	expect(changes()).toEqual([["keys", false]]);
	await shown.user.click(
		shown.getByRole("checkbox", { name: "Previews of all files", checked: true }),
	);
	expect(changes()).toEqual([
		["notes", true],
		["words", true],
	]);
	await shown.user.click(shown.getByRole("button", { name: "Done" }));
	shown.getByRole("button", { name: "Move notes.txt up" });
});

test("excludes files from individual sale and keeps their other settings", async () => {
	const edits: FileEdits[] = [];
	const shown = show(<Form edits={edits} />);
	await shown.user.click(shown.getByText("Files and their order"));
	await shown.user.click(shown.getByRole("button", { name: "Choose which files show a preview" }));
	await shown.user.click(shown.getByRole("checkbox", { name: "Preview of notes.txt" }));
	await shown.user.click(shown.getByRole("button", { name: "Done" }));
	await shown.user.click(
		shown.getByRole("button", { name: "Choose which files are sold individually" }),
	);
	await shown.user.click(shown.getByRole("checkbox", { name: "Sell notes.txt individually" }));
	expect(edits.at(-1)?.fields.get("notes")).toEqual({ noPreview: true, wholeOnly: true });
	shown.getByText("1 only with the whole share");
	await shown.user.click(shown.getByRole("checkbox", { name: "Sell all files individually" }));
	expect(edits.at(-1)?.fields.get("notes")).toEqual({ noPreview: true });
});
