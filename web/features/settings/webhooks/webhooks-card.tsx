import Webhook from "icons:webhook";
import { lazy, Suspense, useState } from "react";
import { API_DOCS_PATH } from "../../../../worker/contract/api/api-docs.ts";
import { MAX_ENDPOINTS } from "../../../../worker/contract/api/webhooks.ts";
import { useEndpoints } from "../../../lib/server/queries/webhooks.ts";
import { useCreator } from "../../../lib/session/session.tsx";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Card, CardHead } from "../../../ui/card.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Loaded } from "../loaded.tsx";
import { useScrollTo } from "../use-scroll-to.ts";
import { VerifyFirst } from "../verify-first.tsx";
import { EndpointRow } from "./endpoint-row.tsx";
import type { OpenDialog } from "./open-dialog.ts";
import { useTexts } from "./texts.ts";

const EndpointDialog = lazy(() => import("./endpoint-dialog.tsx"));
const LogDialog = lazy(() => import("./log-dialog.tsx"));
const RotateDialog = lazy(() => import("./rotate-dialog.tsx"));
const DeleteDialog = lazy(() => import("./delete-dialog.tsx"));

export function WebhooksCard() {
	const t = useTexts();
	const { emailVerified } = useCreator();
	const query = useEndpoints();
	const { data } = query;
	useScrollTo("webhooks", data !== undefined);
	const [opened, setOpened] = useState<OpenDialog | null>(null);
	return (
		<Card aria-labelledby="webhooks">
			<CardHead id="webhooks" title={t("webhooks.title")}>
				{t("webhooks.text")}
			</CardHead>
			<Loaded of={query} failed={t("webhooks.failed")}>
				{(data) =>
					!emailVerified ? (
						<VerifyFirst>{t("webhooks.verify")}</VerifyFirst>
					) : (
						<>
							{data.length === 0 ? (
								<p className="mb-4 text-muted">{t("webhooks.none")}</p>
							) : (
								<ul className="mb-4 divide-y divide-line">
									{data.map((endpoint) => (
										<EndpointRow key={endpoint.id} endpoint={endpoint} onOpen={setOpened} />
									))}
								</ul>
							)}
							{data.length >= MAX_ENDPOINTS ? (
								<p className="text-muted">{t("webhooks.limit", { n: MAX_ENDPOINTS })}</p>
							) : (
								<Button icon={<Icon of={Webhook} />} onClick={() => setOpened({ of: "new" })}>
									{t("webhooks.add")}
								</Button>
							)}
							<a className={`${buttonClass("quiet")} ms-2`} href={`${API_DOCS_PATH}/webhooks`}>
								{t("webhooks.docs")}
							</a>
						</>
					)
				}
			</Loaded>
			<Suspense>{opened && <Opened opened={opened} onClose={() => setOpened(null)} />}</Suspense>
		</Card>
	);
}

function Opened({ opened, onClose }: { opened: OpenDialog; onClose: () => void }) {
	switch (opened.of) {
		case "new":
			return <EndpointDialog onClose={onClose} />;
		case "edit":
			return <EndpointDialog endpoint={opened.endpoint} onClose={onClose} />;
		case "log":
			return <LogDialog endpoint={opened.endpoint} onClose={onClose} />;
		case "rotate":
			return <RotateDialog endpoint={opened.endpoint} onClose={onClose} />;
		case "delete":
			return <DeleteDialog endpoint={opened.endpoint} onClose={onClose} />;
	}
}
