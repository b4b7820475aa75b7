package dev.assent.interop;

import java.util.List;

/** Assent coordinator of transactions in which participants of XTS take part. */
@OneOfXts
class XtsSubordinateIT extends NestingContract {
    @Override
    void open() {
        subordinate = new Xts(folder.resolve("xts"));
        superior = new AssentMember("soap", "assent", folder.resolve("assent"), List.of(Xts.EXPIRES));
    }
}
