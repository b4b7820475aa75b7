package dev.assent.resources.example;

import dev.assent.resources.xa.ForwardingXaResource;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;

/** The XAResource of {@link ExampleXaDataSource}. */
final class ExampleXaResource extends ForwardingXaResource {
    ExampleXaResource(XAResource driver) {
        super(driver);
    }

    @Override
    protected <T> T ask(Call<T> call) throws XAException {
        return call.run();
    }
}
