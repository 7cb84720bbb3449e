import { useParams } from "react-router-dom";
import { DirectPaymentPage } from "../features/direct-payment/direct-payment-page.tsx";

export default function PaymentDirectRoute() {
	const { shareId = "" } = useParams();
	return <DirectPaymentPage shareId={shareId} />;
}
