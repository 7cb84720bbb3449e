import Check from "icons:check";
import { type ReactNode, useId, useState } from "react";
import { useSamplesTexts } from "../lib/texts/samples-texts.ts";
import { classes } from "../ui/classes.ts";
import { Icon } from "../ui/icon.tsx";

type Props = {
	legend: string;
	hint: string;
	name: string;
	/** in the order of the page */
	pictures: readonly { id: string; label: string; thumbnail: ReactNode }[];
	chosen: readonly string[];
	most?: number;
	/** the fewest that have to stay chosen */
	least?: number;
	onChange: (ids: readonly string[]) => void;
	size?: string;
};

const STEP = 24;

export function PictureChoice({
	legend,
	hint,
	name,
	pictures,
	chosen,
	most = Infinity,
	least = 0,
	onChange,
	size = "size-16",
}: Props) {
	const t = useSamplesTexts();
	const id = useId();
	const [shown, setShown] = useState(STEP);
	if (pictures.length === 0) return null;
	const toggle = (picture: string) =>
		onChange(
			chosen.includes(picture) ? chosen.filter((one) => one !== picture) : [...chosen, picture],
		);
	return (
		<fieldset className="min-w-0" aria-describedby={`${id}-hint`}>
			<legend className="mb-1.5 font-medium">{legend}</legend>
			<p id={`${id}-hint`} className="mb-2 text-13 text-muted">
				{hint}
			</p>
			<div className="-mx-1 flex max-h-60 flex-wrap gap-2 overflow-y-auto p-1">
				{pictures.slice(0, shown).map((picture) => {
					const isChosen = chosen.includes(picture.id);
					const isFixed = isChosen ? chosen.length <= least : chosen.length >= most;
					return (
						<label
							key={picture.id}
							title={picture.label}
							className={classes(
								"relative overflow-hidden rounded-control bg-faint has-focus-visible:outline-2 has-focus-visible:outline-primary",
								size,
								isChosen && "ring-2 ring-primary ring-offset-2 ring-offset-surface",
								!isFixed && "cursor-pointer",
								!isChosen && (isFixed || least > 0) && "opacity-50",
							)}
						>
							<input
								type="checkbox"
								name={name}
								className="sr-only"
								checked={isChosen}
								disabled={isFixed}
								onChange={() => toggle(picture.id)}
							/>
							{picture.thumbnail}
							<span className="sr-only">{picture.label}</span>
							{isChosen && (
								<span className="absolute end-1 bottom-1 grid size-5 place-items-center rounded-full bg-primary text-primary-content">
									<Icon of={Check} size={14} />
								</span>
							)}
						</label>
					);
				})}
				{pictures.length > shown && (
					<button
						type="button"
						className={classes(
							"tabular grid cursor-pointer place-items-center rounded-control bg-faint text-13 text-muted hover:text-ink",
							size,
						)}
						aria-label={t("samples.more", { n: pictures.length - shown })}
						onClick={() => setShown(shown + STEP)}
					>
						+{pictures.length - shown}
					</button>
				)}
			</div>
		</fieldset>
	);
}
