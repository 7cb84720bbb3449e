import BadgePercent from "icons:badge-percent";
import ChartColumn from "icons:chart-column";
import ChevronDown from "icons:chevron-down";
import Layers from "icons:layers";
import { Link } from "react-router-dom";
import { MIN_PARTS } from "../../../worker/contract/catalogue/bundles.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { useCreator } from "../../lib/session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuLink } from "../../ui/menu.tsx";
import { useTexts } from "./texts.ts";

export function AllSharesMenu({ shareCount }: { shareCount: number }) {
	const t = useTexts();
	const { suspended } = useCreator();
	const hasSeveral = shareCount >= MIN_PARTS;
	const screens = [
		{ to: paths.analytics, icon: ChartColumn, label: t("dashboard.analytics"), isShown: true },
		{ to: paths.discounts, icon: BadgePercent, label: t("dashboard.discounts"), isShown: true },
		{
			to: paths.newBundle,
			icon: Layers,
			label: t("dashboard.newBundle"),
			isShown: hasSeveral && !suspended,
		},
	];
	return (
		<Menu
			trigger={
				<Button>
					{t("dashboard.allShares")}
					<Icon of={ChevronDown} size={18} className="text-muted" />
				</Button>
			}
		>
			{screens
				.filter(({ isShown }) => isShown)
				.map(({ to, icon, label }) => (
					<MenuLink key={to}>
						<Link to={to}>
							<Icon of={icon} className="text-muted" />
							{label}
						</Link>
					</MenuLink>
				))}
		</Menu>
	);
}
