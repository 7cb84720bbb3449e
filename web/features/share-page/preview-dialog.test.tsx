import { fireEvent } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import type { ShareFile } from "../../../worker/contract/shares.ts";
import { fileOf, previewOf } from "../../../worker/test/share-page.ts";
import { show } from "../../test/render.tsx";
import { PreviewDialog } from "./preview-dialog.tsx";

function Page({ files, paid = false }: { files: ShareFile[]; paid?: boolean }) {
	const [shown, setShown] = useState<ShareFile | null>(files[0] ?? null);
	return <PreviewDialog files={files} shown={shown} paid={paid} onShow={setShown} />;
}

const three = ["a.png", "b.png", "c.png"].map((originalName) => fileOf({ originalName }));

test("the arrow keys move to the neighbours, past either end", () => {
	const { getByRole, getByText } = show(<Page files={three} />);
	const isShown = (name: string, at: number) => {
		getByRole("heading", { name });
		getByText(`${at} of 3`);
	};
	isShown("a.png", 1);
	fireEvent.keyDown(window, { key: "ArrowRight" });
	isShown("b.png", 2);
	fireEvent.keyDown(window, { key: "ArrowLeft" });
	fireEvent.keyDown(window, { key: "ArrowLeft" });
	isShown("c.png", 3);
	fireEvent.keyDown(window, { key: "ArrowRight" });
	isShown("a.png", 1);
});

test("other keys move nothing, and neither do arrows within a player", () => {
	const film = fileOf({ originalName: "film.mp4", mimeType: "video/mp4" });
	const { getByRole, container } = show(<Page files={[film, ...three]} paid />);
	fireEvent.keyDown(window, { key: "ArrowUp" });
	const player = container.ownerDocument.querySelector("video");
	expect(player?.getAttribute("src")).toBe(`/api/files/${film.id}/stream`);
	if (player) fireEvent.keyDown(player, { key: "ArrowRight" });
	getByRole("heading", { name: "film.mp4" });
});

test("the buttons move as well, and are disabled for a single file", async () => {
	const { getByRole, unmount, user } = show(<Page files={three} />);
	await user.click(getByRole("button", { name: "Next" }));
	getByRole("heading", { name: "b.png" });
	await user.click(getByRole("button", { name: "Previous" }));
	getByRole("heading", { name: "a.png" });
	unmount();
	const single = show(<Page files={three.slice(0, 1)} />);
	for (const name of ["Next", "Previous"])
		expect(single.getByRole<HTMLButtonElement>("button", { name }).disabled).toBe(true);
});

test("the preview has three sizes, and keeps the chosen one for the next file", async () => {
	const { getByRole, user } = show(<Page files={three} />);
	const chosen = (name: string) => getByRole<HTMLInputElement>("radio", { name }).checked;
	expect(chosen("Medium")).toBe(true);
	await user.click(getByRole("radio", { name: "Large" }));
	fireEvent.keyDown(window, { key: "ArrowRight" });
	expect(chosen("Large")).toBe(true);
});

test("an unpaid film is not played, a clip of it is", () => {
	const film = fileOf({ mimeType: "video/mp4", preview: null });
	const without = show(<Page files={[film]} />);
	without.getByText("No preview for this file");
	expect(document.querySelector("video")).toBeNull();
	without.unmount();
	const clip = previewOf({ kind: "clip", width: 6, height: 4, placeholder: null });
	show(<Page files={[{ ...film, preview: clip }]} />).getByText(/^A short clip/);
	expect(document.querySelector("video")).not.toBeNull();
});

test("closing the dialog shows no file any more", async () => {
	const { getByRole, queryByRole, user } = show(<Page files={three} />);
	await user.click(getByRole("button", { name: "Close" }));
	expect(queryByRole("heading")).toBeNull();
});
