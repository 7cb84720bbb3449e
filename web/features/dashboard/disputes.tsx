import { Link } from "react-router-dom";
import { paths } from "../../lib/addresses/paths.ts";
import { Alert } from "../../ui/alert.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { useSales } from "./queries/sales.ts";
import { useTexts } from "./texts.ts";

export const useDisputedSales = () => useSales({ state: "disputed" }, 1);

export function Disputes() {
	const t = useTexts();
	const { data } = useDisputedSales();
	if (!data || data.items.length === 0) return null;
	return (
		<Alert
			tone="warning"
			title={t("dashboard.disputesTitle", { n: data.items.length })}
			action={
				<Link to={`${paths.allSales}?state=disputed`} className={buttonClass("plain", "sm")}>
					{t("dashboard.disputesAction")}
				</Link>
			}
		>
			{t("dashboard.disputesText")}
		</Alert>
	);
}
