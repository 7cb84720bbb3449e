import FileUp from "icons:file-up";
import Layers from "icons:layers";
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import { MIN_PARTS } from "../../../worker/catalogue/bundles/contract.ts";
import type { CreatedShare, MyShare } from "../../../worker/catalogue/shares/contract/shares.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { usePage } from "../../lib/page/page.ts";
import { unfitOf } from "../../lib/selling/bundle-parts.ts";
import { useEveryShare } from "../../lib/server/queries/shares.ts";
import { useCreator } from "../../lib/session/session.tsx";
import { BackLink } from "../../shared/back-link.tsx";
import { Alert } from "../../ui/alert.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { BundleForm } from "./bundle-form.tsx";
import { PublishedView } from "./published-view.tsx";
import { useTexts } from "./texts.ts";

export function NewBundlePage() {
	const t = useTexts();
	usePage(t("bundles.title"));
	return (
		<div className="gutters max-w-content py-8 lg:py-10">
			<header className="mb-6">
				<BackLink to={paths.dashboard}>{t("bundles.back")}</BackLink>
				<h1 className="mt-2 text-28">{t("bundles.title")}</h1>
				<p className="mt-1 max-w-line text-muted">{t("bundles.lead")}</p>
			</header>
			<Body />
		</div>
	);
}

type Published = { share: CreatedShare; parts: readonly MyShare[] };

function Body(): ReactNode {
	const t = useTexts();
	const { suspended } = useCreator();
	const query = useEveryShare();
	const [published, setPublished] = useState<Published | null>(null);
	if (published) return <PublishedView {...published} onAgain={() => setPublished(null)} />;
	if (suspended)
		return (
			<Alert
				tone="warning"
				title={t("bundles.suspended")}
				action={
					<Link to={paths.decisions} className={buttonClass("plain", "sm")}>
						{t("bundles.suspendedAction")}
					</Link>
				}
			>
				{t("bundles.suspendedText")}
			</Alert>
		);
	return (
		<Loaded of={query} failed={t("bundles.loadFailed")} className="h-[36rem] rounded-card">
			{(shares) => {
				if (shares.filter((share) => unfitOf(share, undefined) === null).length < MIN_PARTS)
					return (
						<Card>
							<EmptyState
								icon={Layers}
								title={t("bundles.tooFew")}
								action={
									<Link to={paths.upload} className={buttonClass("primary")}>
										<Icon of={FileUp} />
										{t("bundles.upload")}
									</Link>
								}
							>
								{t("bundles.tooFewText")}
							</EmptyState>
						</Card>
					);
				return (
					<BundleForm
						shares={shares}
						onPublished={(share, parts) => setPublished({ share, parts })}
					/>
				);
			}}
		</Loaded>
	);
}
