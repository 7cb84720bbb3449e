import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { pickFile } from "../lib/forms/pick-file.ts";
import { type CoverChoice, coverPicture, DEFAULT_COVER } from "../lib/selling/cover-picture.ts";
import { show } from "../test/render.tsx";
import { CoverField } from "./cover-field.tsx";

vi.mock("../lib/forms/pick-file.ts", () => ({ pickFile: vi.fn() }));
vi.mock("../lib/selling/cover-picture.ts", async (original) => ({
	...(await original<typeof import("../lib/selling/cover-picture.ts")>()),
	coverPicture: vi.fn(),
}));

const chosen = vi.fn();

function Form({ files, start = DEFAULT_COVER }: { files: number; start?: CoverChoice }) {
	const [cover, setCover] = useState(start);
	const options = Array.from({ length: files }, (_, i) => ({
		id: String(i),
		label: `${i}.jpg`,
		picture: <img alt="" />,
	}));
	return (
		<CoverField
			options={options}
			chosen={cover}
			onChoose={(choice) => {
				chosen(choice);
				setCover(choice);
			}}
		/>
	);
}

beforeEach(() => {
	chosen.mockReset();
	URL.createObjectURL = () => "blob:picture";
	URL.revokeObjectURL = () => undefined;
});

describe("CoverField", () => {
	it("begins with the first picture, and chooses by the arrow keys", async () => {
		const { getByRole, user } = show(<Form files={2} />);
		expect(getByRole("radio", { name: "First picture", checked: true })).toBeTruthy();
		await user.tab();
		await user.keyboard("{ArrowDown}");
		expect(getByRole("radio", { name: "0.jpg", checked: true })).toBeTruthy();
		expect(chosen).toHaveBeenLastCalledWith({ fileId: "0" });
	});

	it("takes an uploaded picture, and keeps it on offer when another is chosen", async () => {
		const picture = new Blob(["x"]);
		vi.mocked(pickFile).mockResolvedValue(new File(["x"], "cover.png"));
		vi.mocked(coverPicture).mockResolvedValue(picture);
		const { getByRole, findByRole, user } = show(<Form files={1} />);
		await user.click(getByRole("button", { name: "Upload a picture" }));
		await findByRole("radio", { name: "Your own picture", checked: true });
		await user.click(getByRole("radio", { name: "0.jpg" }));
		await user.click(getByRole("radio", { name: "Your own picture" }));
		expect(chosen).toHaveBeenLastCalledWith({ picture });
	});

	it("says at the field that a file is no picture, and leaves the choice", async () => {
		vi.mocked(pickFile).mockResolvedValue(new File(["x"], "notes.png"));
		vi.mocked(coverPicture).mockRejectedValue(new Error("cannot decode"));
		const { getByRole, findByRole, queryByRole, user } = show(
			<Form files={2} start={{ fileId: "1" }} />,
		);
		await user.click(getByRole("button", { name: "Upload a picture" }));
		const problem = await findByRole("alert");
		expect(problem.textContent).toContain("notes.png");
		const group = getByRole("group", { name: "Cover" });
		expect(group.getAttribute("aria-describedby")?.split(" ")).toContain(problem.id);
		expect(getByRole("radio", { name: "1.jpg", checked: true })).toBeTruthy();
		await user.click(getByRole("radio", { name: "0.jpg" }));
		expect(queryByRole("alert")).toBeNull();
	});

	it("shows the default for a file that is no longer offered", () => {
		const { getByRole } = show(<Form files={0} start={{ fileId: "7" }} />);
		expect(getByRole("radio", { name: "Automatic", checked: true })).toBeTruthy();
	});

	it("offers many pictures in steps, and moves the focus to the first new one", async () => {
		const { getAllByRole, getByRole, queryByRole, user } = show(<Form files={30} />);
		expect(getAllByRole("radio")).toHaveLength(24);
		await user.click(getByRole("button", { name: "Show more pictures (7)" }));
		expect(getAllByRole("radio")).toHaveLength(31);
		expect(document.activeElement).toBe(getByRole("radio", { name: "23.jpg" }));
		expect(queryByRole("button", { name: /Show more/ })).toBeNull();
	});
});
