import type { MyShare } from "../../../worker/contract/catalogue/shares.ts";
import { pictureOf } from "../../lib/selling/file-picture.ts";
import { useShareResponse } from "../../lib/server/queries/share.ts";
import { SamplesField } from "../../shared/samples-field.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

type Props = {
	share: MyShare;
	/** ids of files */
	chosen: readonly string[];
	onChange: (ids: readonly string[]) => void;
};

export function SamplesPicker({ share, chosen, onChange }: Props) {
	const { data: page } = useShareResponse(share.shareId);
	if (!page) return <Skeleton className="h-24" />;
	const pictures = page.files.flatMap((file) => {
		const src = file.preview?.placeholder ?? pictureOf(file);
		if (file.icon !== "image" || !src) return [];
		return [{ id: file.id, label: file.originalName, thumbnail: <Picture src={src} /> }];
	});
	return <SamplesField pictures={pictures} chosen={chosen} onChange={onChange} />;
}

function Picture({ src }: { src: string }) {
	return <img alt="" loading="lazy" src={src} className="size-full object-cover" />;
}
