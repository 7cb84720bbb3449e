import { DEFAULT_CURRENCY } from "../../../worker/contract/money.ts";
import { PLANS, type PlanId } from "../../../worker/contract/plans.ts";
import { formatBps, formatCents, formatShortMoney, formatSize } from "../../lib/i18n/format.ts";
import { useStorageLimits } from "../../lib/server/queries/config.ts";
import { useTexts } from "./texts.ts";

type Props = { value: PlanId; onChange: (plan: PlanId) => void; error?: string | undefined };

export function PlanChoice({ value, onChange, error }: Props) {
	const t = useTexts();
	const { free, pro } = PLANS;
	const storage = useStorageLimits();
	const options: { id: PlanId; name: string; price: string; text: string }[] = [
		{
			id: "free",
			name: t("auth.planFree"),
			price: formatShortMoney("0", DEFAULT_CURRENCY),
			text: t("auth.planFreeText", {
				n: free.uploadsPerMonth,
				storage: formatSize(storage.free),
				fee: formatBps(free.cardFeeBps),
			}),
		},
		{
			id: "pro",
			name: t("auth.planPro"),
			price: t("auth.planProPrice", { price: formatCents(pro.priceCents, DEFAULT_CURRENCY) }),
			text: t("auth.planProText", {
				storage: formatSize(storage.pro),
				fee: formatBps(pro.cardFeeBps),
			}),
		},
	];
	return (
		<fieldset>
			<legend className="mb-1.5 font-medium">{t("auth.plan")}</legend>
			<div className="grid gap-2">
				{options.map((option) => (
					<label
						key={option.id}
						className="flex cursor-pointer gap-3 rounded-control border border-edge/60 px-3.5 py-2.5 transition-colors duration-150 has-checked:border-primary has-checked:bg-primary/6"
					>
						<input
							type="radio"
							name="plan"
							value={option.id}
							checked={value === option.id}
							onChange={() => onChange(option.id)}
							className="radio radio-primary radio-sm mt-0.5 border-edge"
						/>
						<span className="min-w-0 flex-1">
							<span className="flex flex-wrap justify-between gap-x-2 font-semibold">
								{option.name}
								<span className="tabular">{option.price}</span>
							</span>
							<span className="block text-13 text-muted">{option.text}</span>
							{option.id === "pro" && value === "pro" && (
								<span className="mt-1 block text-13">{t("auth.planProNext")}</span>
							)}
						</span>
					</label>
				))}
			</div>
			{error && <p className="mt-1.5 text-13 text-error">{error}</p>}
		</fieldset>
	);
}
