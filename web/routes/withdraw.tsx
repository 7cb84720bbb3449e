import { WithdrawalPage } from "../features/withdrawal/withdrawal-page.tsx";

export default function WithdrawRoute() {
	return <WithdrawalPage />;
}
