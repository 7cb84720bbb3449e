import { ClaimPage } from "../features/claims/claim-page.tsx";

export default function ClaimRoute() {
	return <ClaimPage />;
}
