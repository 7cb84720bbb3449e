import { expect, test } from "vitest";
import { show } from "../../../test/render.tsx";
import { Refusals } from "./refusals.tsx";

test("every file that was left out is named, those beyond the first four on request", () => {
	const names = Array.from({ length: 40 }, (_, at) => `setup-${at}.exe`);
	const refusals = names.map((name) => ({ name, reason: "A program." }));
	const shown = show(<Refusals refusals={refusals} onClose={() => undefined} />);
	const named = shown.container.textContent?.match(/setup-\d+\.exe/g);
	expect(named).toEqual(names);
	shown.getByText("and 36 more");
});
