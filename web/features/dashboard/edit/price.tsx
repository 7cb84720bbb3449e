import { type ReactNode, useState } from "react";
import type { SaleMode } from "../../../../worker/contract/catalogue/share-fields.ts";
import type { MyShare } from "../../../../worker/contract/catalogue/shares.ts";
import { PricingFields, type PricingValues } from "../../../shared/pricing-fields.tsx";
import { useTexts } from "../texts.ts";
import type { SectionProps } from "./form.ts";

const valuesOf = (share: MyShare): PricingValues => ({
	...share,
	price: share.pricing === "free" ? "" : share.price,
	suggestedPrice: share.suggestedPrice ?? "",
});

/** What the share costs. */
export function PriceSection({
	share,
	errors,
	mode,
	children,
}: SectionProps & {
	mode: SaleMode;
	/** what depends on the price as typed */
	children?: (price: string) => ReactNode;
}) {
	const t = useTexts();
	const [values, setValues] = useState(() => valuesOf(share));
	return (
		<>
			<PricingFields
				values={values}
				errors={errors}
				onChange={(change) => setValues({ ...values, ...change })}
				canBeFree={mode === "each" && !share.bundle}
				label={t("dashboard.fieldPrice")}
				hint={t("dashboard.fieldPriceHint")}
			/>
			{children?.(values.price)}
		</>
	);
}
