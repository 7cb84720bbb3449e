import type { ShareFile } from "../../worker/catalogue/shares/contract/shares.ts";
import type { PricedBasket } from "../lib/buying/basket.ts";
import { formatList, formatNumber } from "../lib/i18n/format.ts";
import { useBuyingTexts } from "../lib/texts/buying-texts.ts";
import { Icon } from "../ui/icon.tsx";
import { FILE_ICONS } from "./file-icons.ts";

const PICTURED = 3;

/** The files of an order: how many in which size, and the first pictures. */
export function OrderedFiles({ order: { files, web } }: { order: PricedBasket }) {
	const t = useBuyingTexts();
	const isPictures = files.every(({ icon }) => icon === "image");
	const full = files.length - web;
	const count = (n: number) => t(isPictures ? "buying.photos" : "buying.files", { n });
	const parts = [
		...(full > 0 ? [t("buying.inFullSize", { count: count(full) })] : []),
		...(web > 0 ? [t("buying.inWebSize", { count: count(web) })] : []),
	];
	return (
		<>
			<p className="tabular text-13 text-muted">{formatList(parts)}</p>
			<ul className="mt-2 flex items-center gap-1.5" aria-hidden="true">
				{files.slice(0, PICTURED).map((file) => (
					<Thumb key={file.id} file={file} />
				))}
				{files.length > PICTURED && (
					<li className="tabular text-13 text-muted">+{formatNumber(files.length - PICTURED)}</li>
				)}
			</ul>
		</>
	);
}

function Thumb({ file: { preview, icon } }: { file: ShareFile }) {
	const sharp = preview?.kind !== "image" && preview?.src;
	const source = sharp ? `${sharp}?width=256` : (preview?.placeholder ?? preview?.src);
	return (
		<li className="relative grid size-12 place-items-center overflow-hidden rounded-thumb bg-faint text-muted">
			{source ? (
				<span className={sharp ? "" : "frosted absolute inset-0"}>
					<img src={source} alt="" className="absolute inset-0 size-full object-cover" />
				</span>
			) : (
				<Icon of={FILE_ICONS[icon]} />
			)}
		</li>
	);
}
