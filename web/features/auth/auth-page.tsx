import FolderTree from "icons:folder-tree";
import LockKeyhole from "icons:lock-keyhole";
import Tag from "icons:tag";
import Zap from "icons:zap";
import { useState } from "react";
import { Navigate, useLocation, useNavigate, useSearchParams } from "react-router-dom";
import type { User } from "../../../worker/accounts/contract.ts";
import { isOwnDocument, paths } from "../../lib/addresses/paths.ts";
import { safePath } from "../../lib/addresses/safe-path.ts";
import { usePage } from "../../lib/page/page.ts";
import { usePaused } from "../../lib/server/queries/pauses.ts";
import { storeSession } from "../../lib/server/queries/session.ts";
import { useSession } from "../../lib/session/session.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Card } from "../../ui/card.tsx";
import { Icon, type IconBody } from "../../ui/icon.tsx";
import { PageSpinner } from "../../ui/spinner.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { SignUpForm } from "./sign-up-form.tsx";
import { useTexts } from "./texts.ts";

const LEAVE_MS = 500;

export function AuthPage() {
	const t = useTexts();
	const { user, isLoading } = useSession();
	const [isLeaving, setLeaving] = useState(false);
	const isPaused = usePaused("registration");
	const [query, setQuery] = useSearchParams();
	usePage(t(query.get("tab") === "sign-up" ? "auth.signUp" : "auth.title"));
	const navigate = useNavigate();
	const { state } = useLocation();
	// Protected screens redirect here with a router state, pages of other documents with a parameter.
	const next = query.get("next");
	const from = safePath(typeof state?.from === "string" ? state.from : next);

	function leave(newUser: User, to: string) {
		setLeaving(true);
		void storeSession(newUser);
		setTimeout(() => (isOwnDocument(to) ? location.assign(to) : navigate(to)), LEAVE_MS);
	}

	if (isLoading) return <PageSpinner label={t("auth.loading")} />;
	if (query.has("forgot")) return <Navigate to={paths.resetPassword} replace />;
	if (user && !isLeaving) return <Navigate to={paths.home} replace />;
	return (
		<div className="gutters grid max-w-content items-start gap-12 py-6 lg:grid-cols-[1fr_27rem] lg:py-14">
			<Card className="max-sm:p-5 lg:order-2">
				<Tabs
					label={t("auth.tabs")}
					value={query.get("tab") === "sign-up" ? "sign-up" : "sign-in"}
					onChange={(tab) =>
						// The state names the protected screen that redirected here; it must survive a reload.
						setQuery(
							{ ...(tab === "sign-up" && { tab }), ...(next !== null && { next }) },
							{ replace: true, state },
						)
					}
					tabs={[
						{
							value: "sign-in",
							label: t("auth.signIn"),
							content: <SignInForm onDone={(one) => leave(one, from ?? paths.home)} />,
						},
						{
							value: "sign-up",
							label: t("auth.signUp"),
							content: isPaused ? (
								<Alert tone="warning" live title={t("auth.noRegistration")}>
									{t("auth.noRegistrationText")}
								</Alert>
							) : (
								<SignUpForm
									onDone={(one, plan) =>
										leave(one, plan === "pro" ? paths.subscribe : (from ?? paths.home))
									}
								/>
							),
						},
					]}
				/>
			</Card>
			<Pitch />
		</div>
	);
}

function Pitch() {
	const t = useTexts();
	const points: [IconBody, string, string][] = [
		[LockKeyhole, t("auth.point1"), t("auth.point1Text")],
		[Tag, t("auth.point2"), t("auth.point2Text")],
		[Zap, t("auth.point3"), t("auth.point3Text")],
		[FolderTree, t("auth.point4"), t("auth.point4Text")],
	];
	return (
		<div className="max-w-xl lg:pt-6">
			<h1 className="text-40 lg:text-56">{t("auth.headline")}</h1>
			<p className="mt-4 text-17 text-muted">{t("auth.lead")}</p>
			<ul className="mt-10 grid gap-x-8 gap-y-7 sm:grid-cols-2">
				{points.map(([icon, name, text]) => (
					<li key={name} className="flex gap-3">
						<Icon of={icon} className="mt-0.5 text-primary" />
						<div>
							<p className="font-semibold">{name}</p>
							<p className="text-muted">{text}</p>
						</div>
					</li>
				))}
			</ul>
		</div>
	);
}
