import { expect, test, vi } from "vitest";
import { show } from "../../../test/render.tsx";
import { PreviewChoice } from "./preview-choice.tsx";

vi.mock("../use-owner.ts", () => ({ useOwner: () => ({ id: "ada", name: "Ada" }) }));

test("files that are no pictures can be sold without previews too, and with them again", async () => {
	const onChoose = vi.fn();
	const files = [{ file: new File(["key"], "key.txt") }];
	const shown = show(<PreviewChoice files={files} chosen="blur" onChoose={onChoose} />);
	expect(shown.queryByRole("radio")).toBeNull();
	await shown.user.click(shown.getByRole("checkbox", { name: "No previews" }));
	expect(onChoose).toHaveBeenLastCalledWith("none");
	shown.unmount();
	const without = show(<PreviewChoice files={files} chosen="none" onChoose={onChoose} />);
	await without.user.click(without.getByRole("checkbox", { name: "No previews", checked: true }));
	expect(onChoose).toHaveBeenLastCalledWith("blur");
});
