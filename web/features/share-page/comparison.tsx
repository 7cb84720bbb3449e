import MoveHorizontal from "icons:move-horizontal";
import { useState } from "react";
import { Icon } from "../../ui/icon.tsx";
import type { Pair } from "./before-after.ts";
import { useExhibitTexts } from "./exhibit-texts.ts";
import { PreviewImage } from "./preview-image.tsx";
import { ratioOf } from "./view.ts";

const SIZES = "(width >= 64rem) 44rem, 92vw";
const LABEL =
	"pointer-events-none absolute bottom-3 rounded-full bg-black/60 px-2.5 py-0.5 text-13 text-white";

export function Comparison({ pair: { before, after }, paid }: { pair: Pair; paid: boolean }) {
	const t = useExhibitTexts();
	const [percent, setPercent] = useState(50);
	const ratio = ratioOf(before);
	return (
		<div
			className="relative mx-auto overflow-hidden rounded-control bg-faint has-focus-visible:outline-2 has-focus-visible:outline-primary has-focus-visible:outline-offset-2"
			style={{ aspectRatio: ratio, width: `min(100%, ${Math.round(ratio * 80)}svh)` }}
		>
			<PreviewImage file={before} paid={paid} sizes={SIZES} />
			<div className="absolute inset-0" style={{ clipPath: `inset(0 0 0 ${percent}%)` }}>
				<PreviewImage file={after} paid={paid} sizes={SIZES} />
			</div>
			<span
				aria-hidden="true"
				className="absolute inset-y-0 -ms-px grid w-0.5 place-items-center bg-white shadow-float"
				style={{ left: `${percent}%` }}
			>
				<span className="rounded-full bg-white p-2 text-black shadow-float">
					<Icon of={MoveHorizontal} />
				</span>
			</span>
			<span aria-hidden="true" className={`${LABEL} left-3`}>
				{t("exhibits.before")}
			</span>
			<span aria-hidden="true" className={`${LABEL} right-3`}>
				{t("exhibits.after")}
			</span>
			<input
				type="range"
				min="0"
				max="100"
				value={percent}
				aria-label={t("exhibits.comparedNamed", { name: before.originalName })}
				onChange={(event) => setPercent(event.target.valueAsNumber)}
				className="absolute inset-0 size-full cursor-ew-resize touch-pan-y opacity-0"
			/>
		</div>
	);
}
