import { test } from "vitest";
import { EMPTY_DRAFT } from "../../../worker/catalogue/drafts/contract.ts";
import { show } from "../../test/render.tsx";
import { useSetWords } from "./use-set-words.ts";

type Options = Parameters<typeof useSetWords>[0];

function Words(options: Partial<Options>) {
	return <p>{useSetWords({ ...EMPTY_DRAFT, hasPictures: true, ...options }).join(" · ")}</p>;
}

const OPEN = { pricing: "free", asksAddress: false } as const;

test.each<[Partial<Options>, string]>([
	[
		{ images: "blur", samples: 1, maxSales: "3" },
		"each buyer pays · at most 3 sales · blurred previews · one sharp sample",
	],
	[{ pricing: "free", images: "watermark" }, "Free · watermarked previews"],
	[{ ...OPEN, images: "blur", samples: 1 }, "Free"],
	[{ ...OPEN, choosing: { count: null, open: true } }, "Already paid for · clients choose"],
])("names the options %j", (options, words) => {
	show(<Words {...options} />).getByText(words);
});
