import ArrowDown from "icons:arrow-down";
import ArrowUp from "icons:arrow-up";
import X from "icons:x";
import type { MyShare } from "../../../worker/catalogue/shares/contract/shares.ts";
import { priceLabel } from "../../lib/buying/price-label.ts";
import { usePartsTexts } from "../../lib/texts/parts-texts.ts";
import { Icon, type IconBody } from "../../ui/icon.tsx";
import { CoverThumb } from "../cover-thumb.tsx";
import { FILE_ICONS } from "../file-icons.ts";

type Props = {
	parts: readonly MyShare[];
	onChange: (slugs: readonly string[]) => void;
};

export function PartOrder({ parts, onChange }: Props) {
	const t = usePartsTexts();
	const slugs = parts.map(({ shareId }) => shareId);
	function move(from: number, to: number) {
		const moved = slugs.toSpliced(from, 1);
		onChange(moved.toSpliced(to, 0, slugs[from] ?? ""));
	}
	return (
		<ol className="divide-y divide-line rounded-control border border-line">
			{parts.map((part, at) => {
				const { title } = part;
				return (
					<li key={part.shareId} className="flex items-start gap-3 py-2 ps-3 pe-1">
						<CoverThumb
							cover={part.cover}
							icon={FILE_ICONS[part.files[0]?.icon ?? "generic"]}
							className="mt-1 size-11"
						/>
						<span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
							<span
								dir="auto"
								className="wrap-anywhere line-clamp-2 min-w-0 flex-1 basis-40 py-1 text-left leading-snug"
							>
								{title}
							</span>
							<span className="flex grow items-center justify-between gap-2 sm:grow-0">
								<span className="tabular text-13 text-muted">{priceLabel(part)}</span>
								<span className="flex shrink-0">
									<RowButton
										icon={ArrowUp}
										label={t("parts.up", { title })}
										disabled={at === 0}
										onClick={() => move(at, at - 1)}
									/>
									<RowButton
										icon={ArrowDown}
										label={t("parts.down", { title })}
										disabled={at === parts.length - 1}
										onClick={() => move(at, at + 1)}
									/>
									<RowButton
										icon={X}
										label={t("parts.takeOut", { title })}
										onClick={() => onChange(slugs.toSpliced(at, 1))}
									/>
								</span>
							</span>
						</span>
					</li>
				);
			})}
		</ol>
	);
}

type ButtonProps = { icon: IconBody; label: string; disabled?: boolean; onClick: () => void };

function RowButton({ icon, label, disabled = false, onClick }: ButtonProps) {
	return (
		<button
			type="button"
			className="btn btn-ghost btn-square btn-sm"
			aria-label={label}
			disabled={disabled}
			onClick={onClick}
		>
			<Icon of={icon} size={18} />
		</button>
	);
}
