import type { ComponentProps } from "react";
import type { MyShare } from "../../../worker/catalogue/shares/contract/shares.ts";
import type { CoverChoice } from "../../lib/selling/cover-picture.ts";
import { pictureOf } from "../../lib/selling/file-picture.ts";
import { useShareResponse } from "../../lib/server/queries/share.ts";
import { useCoverTexts } from "../../lib/texts/cover-texts.ts";
import { CoverField } from "../../shared/cover-field.tsx";
import { SamplesField } from "../../shared/samples-field.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

type Props = {
	share: MyShare;
	/** the share's own id: its current picture */
	chosen: CoverChoice;
	onChoose: (choice: CoverChoice) => void;
	error?: string | undefined;
};

export function CoverPicker({ share, chosen, onChoose, error }: Props) {
	const t = useCoverTexts();
	const { data: page } = useShareResponse(share.shareId);
	if (!page) return <Skeleton className="h-20" />;
	const { cover, files } = page;
	const stored = cover?.kind === "cover" && !("picture" in chosen) ? cover : null;
	const options = files.flatMap((file) => {
		const picture = pictureOf(file);
		if (!picture) return [];
		// A tile needs only the tiny picture.
		const src = file.preview?.placeholder ?? picture;
		return [{ id: file.id, label: file.originalName, picture: <Picture src={src} /> }];
	});
	if (stored)
		options.unshift({
			id: share.id,
			label: t("cover.own"),
			picture: <Picture src={stored.src} />,
		});
	return <CoverField options={options} chosen={chosen} onChoose={onChoose} error={error} />;
}

export function SamplesPicker({
	share,
	...choice
}: { share: MyShare } & Omit<ComponentProps<typeof SamplesField>, "pictures">) {
	const { data: page } = useShareResponse(share.shareId);
	if (!page) return <Skeleton className="h-24" />;
	const pictures = page.files.flatMap((file) => {
		const src = file.preview?.placeholder ?? pictureOf(file);
		if (file.icon !== "image" || !src) return [];
		return [{ id: file.id, label: file.originalName, thumbnail: <Picture src={src} /> }];
	});
	return <SamplesField pictures={pictures} {...choice} />;
}

function Picture({ src }: { src: string }) {
	return <img alt="" loading="lazy" src={src} className="size-full object-cover" />;
}
