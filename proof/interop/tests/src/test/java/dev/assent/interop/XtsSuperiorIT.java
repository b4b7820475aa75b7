package dev.assent.interop;

import java.util.List;

/** XTS coordinator of transactions in which a node of Assent takes part. */
@OneOfXts
class XtsSuperiorIT extends NestingContract {
    @Override
    void open() {
        superior = new Xts(folder.resolve("xts"));
        subordinate = new AssentMember("soap", "assent", folder.resolve("assent"), List.of(Xts.EXPIRES));
    }
}
