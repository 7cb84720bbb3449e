import { useState } from "react";
import * as z from "zod";
import { draftInput } from "../../../../worker/catalogue/drafts/contract.ts";
import { inLocalStorage } from "../../../lib/page/storage.ts";
import { useCreator } from "../../../lib/session/session.tsx";
import { imagesToPick } from "../../../shared/offer/images-to-pick.ts";
import { type Details, EMPTY_DETAILS } from "./details.ts";

const proposedInput = draftInput
	.pick({ preview: true, samplesMarked: true, saleMode: true, licence: true, singles: true })
	.extend({ noSamples: z.boolean() })
	.strip()
	.partial()
	.catch({});

const keyOf = (creatorId: string) => `share-options:${creatorId}`;

export function rememberChoices(creatorId: string, details: Details): void {
	const choices = JSON.stringify(proposedInput.parse(details));
	inLocalStorage((storage) => storage.setItem(keyOf(creatorId), choices));
}

function emptyFor(creatorId: string): Details {
	let stored: unknown;
	try {
		stored = JSON.parse(inLocalStorage((storage) => storage.getItem(keyOf(creatorId))) ?? "{}");
	} catch {
		stored = {};
	}
	return { ...EMPTY_DETAILS, ...proposedInput.parse(stored) };
}

export function useDetails() {
	const { id } = useCreator();
	const [details, setDetails] = useState(() => emptyFor(id));
	const change = (part: Partial<Details>) =>
		setDetails((before) => {
			const images = imagesToPick(
				{ ...before, images: before.preview.images },
				{ ...part, images: part.preview?.images },
			);
			const after = { ...before, ...part };
			return { ...after, preview: { ...after.preview, images } };
		});
	return { details, change, reset: () => setDetails(emptyFor(id)) };
}
