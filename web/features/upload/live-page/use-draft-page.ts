import { useEffect, useMemo, useState } from "react";
import type { ShareResponse } from "../../../../worker/catalogue/shares/contract/shares.ts";
import { inTagOrder } from "../../../../worker/catalogue/shares/contract/tag-order.ts";
import { priceOf } from "../../../../worker/contract/fields.ts";
import { worthAbout } from "../../../lib/forms/price-input.ts";
import { useOwnCreatorPage } from "../../../lib/server/queries/own-creator-page.ts";
import { usePaymentStatus } from "../../../lib/server/queries/payment-status.ts";
import { useCreator } from "../../../lib/session/session.tsx";
import { stock } from "../../../preview-engine/stock.ts";
import type { Draft } from "../organise/draft.ts";
import type { Details } from "../screen/details.ts";
import { useTexts } from "../texts.ts";
import { useOwner } from "../use-owner.ts";
import { draftPage } from "./draft-page.ts";
import { textOf, useStockVersion } from "./use-stock-version.ts";

export function useDraftPage(
	details: Details,
	draft: Draft,
	samples: readonly number[],
): ShareResponse {
	const t = useTexts();
	const creator = useCreator();
	const { data: own } = useOwnCreatorPage();
	const { name } = useOwner();
	const { data: status } = usePaymentStatus();
	const cover = useOwnCover("picture" in draft.cover ? draft.cover.picture : null);
	const version = useStockVersion(draft.files);
	// biome-ignore lint/correctness/useExhaustiveDependencies: the version says when something was made
	return useMemo(() => {
		const page = draftPage({
			details,
			draft,
			samples,
			cover,
			status,
			currency: creator.currency,
			creator: {
				name: name ?? t("upload.yourName"),
				verified: creator.emailVerified,
				avatar: own?.page?.avatar ?? undefined,
			},
			examples: {
				title: t("upload.yourTitle"),
				price: priceOf(worthAbout(1000, creator.currency)),
			},
			drawnOf: (file) => ({
				renditions: stock.madeOf(file).renditions,
				isPending: !stock.madeOf(file).isDone,
				urlOf: (rendition) => stock.urlOf(rendition),
				textOf,
			}),
		});
		return { ...page, files: inTagOrder(page.files) };
	}, [details, draft, samples.join(), cover, status, own, creator, name, version]);
}

function useOwnCover(picture: Blob | null) {
	const [cover, setCover] = useState<{ src: string; width: number; height: number } | null>(null);
	useEffect(() => {
		if (!picture) return;
		const src = URL.createObjectURL(picture);
		let isGone = false;
		createImageBitmap(picture).then(
			(bitmap) => {
				const { width, height } = bitmap;
				bitmap.close();
				if (!isGone) setCover({ src, width, height });
			},
			() => {},
		);
		return () => {
			isGone = true;
			setCover(null);
			URL.revokeObjectURL(src);
		};
	}, [picture]);
	return cover;
}
