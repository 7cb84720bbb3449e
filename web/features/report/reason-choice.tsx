import { type Ref, useId } from "react";
import { CATEGORIES, type Category } from "../../../worker/trust/moderation/contract.ts";
import { useCategoryTexts } from "../../lib/texts/category-texts.ts";
import { useTexts } from "./texts.ts";

type Props = {
	chosen: Category | null;
	error: string | undefined;
	onChoose: (reason: Category) => void;
	ref?: Ref<HTMLFieldSetElement>;
};

export function ReasonChoice({ chosen, error, onChoose, ref }: Props) {
	const t = useTexts();
	const names = useCategoryTexts();
	const id = useId();
	return (
		<fieldset ref={ref} className="min-w-0" aria-describedby={error ? `${id}-error` : undefined}>
			<legend className="mb-2 font-medium">{t("report.reason")}</legend>
			{error && (
				<p id={`${id}-error`} className="mb-2 text-13 text-error">
					{error}
				</p>
			)}
			<div className="divide-y divide-line overflow-hidden rounded-control border border-line">
				{CATEGORIES.map((category) => (
					<label
						key={category}
						className="flex cursor-pointer gap-3 px-4 py-3 transition-colors duration-150 hover:bg-faint/50 has-checked:bg-primary/8"
					>
						<input
							type="radio"
							name="reason"
							value={category}
							className="radio radio-primary radio-sm mt-0.5 shrink-0 border-edge"
							checked={chosen === category}
							aria-invalid={error ? true : undefined}
							aria-labelledby={`${id}-${category}`}
							aria-describedby={`${id}-${category}-hint`}
							onChange={() => onChoose(category)}
						/>
						<span className="min-w-0">
							<span id={`${id}-${category}`} className="block font-medium">
								{category === "other" ? t("report.other") : names(`category.${category}`)}
							</span>
							<span id={`${id}-${category}-hint`} className="block text-13 text-muted">
								{t(`report.hint.${category}`)}
							</span>
						</span>
					</label>
				))}
			</div>
		</fieldset>
	);
}
